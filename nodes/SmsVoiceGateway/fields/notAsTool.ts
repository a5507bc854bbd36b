import type { IDisplayOptions } from 'n8n-workflow';

/** Of what n8n shall not offer where the node is an agent's tool. */
export const NOT_AS_TOOL: IDisplayOptions = { hide: { '@tool': [true] } };
