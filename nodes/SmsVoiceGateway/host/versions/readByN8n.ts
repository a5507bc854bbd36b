/** Whether n8n has read a body by itself: of an error, in a credential's test of n8n 1. */
export const isReadByN8n = (body: unknown): body is string => typeof body === 'string';
