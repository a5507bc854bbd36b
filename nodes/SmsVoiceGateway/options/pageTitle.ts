import { InputProblem } from '../values/inputProblem';
import { words } from './option';

/** More is no title: characters. */
const LONGEST = 100;

/** 'Page Title': what stands above the question; empty where it is the workflow's name. */
export const pageTitle = words(
	'Page Title',
	'What stands above the question on the page, instead of the name of the workflow',
	(value) => {
		const title = typeof value === 'string' ? value.trim() : String(value ?? '');
		if (title.length <= LONGEST) return title;
		throw new InputProblem(
			`has ${title.length} characters`,
			`Write ${LONGEST} at the most: it stands above the question.`,
		);
	},
	{ placeholder: 'e.g. Riverside Clinic' },
);
