// The rules of all that is not shipped: Node programs and tests, to which n8n's rules for nodes don't apply.
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['results/', 'n8n/', '**/*.js', '**/*.mjs'] },
	{ files: ['**/*.ts'], extends: [tseslint.configs.recommended] },
);
