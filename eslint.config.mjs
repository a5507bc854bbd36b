import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];

const base = (set, files) => ({
	files,
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	languageOptions: { parser: tseslint.parser },
	rules: n8nNodesBase.configs[set].rules,
});

export default tseslint.config(
	{
		ignores: [
			'dist/',
			'node_modules/',
			'test-results/',
			'host/n8n/',
			'*.js',
			'*.mjs',
			'bench/results/',
		],
	},
	{ files: ['**/*.ts'], extends: [tseslint.configs.recommended] },
	{ files: ['**/*.ts'], rules: { '@typescript-eslint/no-explicit-any': 'error' } },
	{
		...n8nCommunityNodesPlugin.configs.recommended,
		files: shipped,
	},
	{
		...n8nCommunityNodesPlugin.configs.recommended,
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	base('nodes', ['nodes/**/*.ts']),
	base('credentials', ['credentials/**/*.ts']),
	{
		files: ['nodes/**/*.ts'],
		rules: {
			// They want the literal that @n8n/community-nodes/node-connection-type-literal refuses.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		// Pure functions know no node; `request/` turns their InputProblem into the node's errors.
		files: ['nodes/*/lib/**/*.ts'],
		rules: { '@n8n/community-nodes/require-node-api-error': 'off' },
	},
	{
		// The default is there, made from the operations, where the rule looks for a literal.
		files: ['nodes/*/resources/selector.ts'],
		rules: { 'n8n-nodes-base/node-param-default-missing': 'off' },
	},
	{
		// The only request function that n8n gives a credential test (n8n-core 2.40, CredentialTestContext).
		files: ['nodes/*/resources/report/testLogin.ts'],
		rules: { '@n8n/community-nodes/no-deprecated-workflow-functions': 'off' },
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			// Wants a slug of n8n's own documentation; a community node links to its own.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['package.json'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: n8nNodesBase.configs.community.rules,
	},
);
