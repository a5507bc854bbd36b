import { fields } from '../editor/fields.ts';
import { inOneEditor } from '../editor/editor.ts';
import { recipes } from '../editor/recipes.ts';

inOneEditor({ fields, 'a recipe': recipes });
