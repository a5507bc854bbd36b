/** What the tests on a real n8n take. */
export * from '../../host/found.ts';
export * from '../../host/http.ts';
export { freePort } from '../../host/ports.ts';
export { itemsOf, type Execution, type RunItem } from '../../host/runs.ts';
export { OWNER, type Server } from '../../host/server.ts';
export * from '../../host/tables.ts';
export * from '../../host/workflows.ts';
export type { Fault, FaultAction, Sandbox, SandboxOptions } from '../../sandbox/index.ts';
export * from './built.ts';
export * from './opened.ts';
export * from './ownN8n.ts';
export * from './rest-run.ts';
export * from './waiting.ts';
