/** What the tests on n8n's engine take. */
export type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
export * from '../../../sandbox/index.ts';
export * from './deduplicator.ts';
export * from './engine.ts';
export * from './everything.ts';
export * from './fakeTime.ts';
export * from './front.ts';
export * from './gateway.ts';
export * from './modes.ts';
export * from './operations.ts';
export * from './rows.ts';
export * from './table.ts';
