import { findPostgres } from './postgres.ts';
import { findRedis } from './redis.ts';

/** What n8n's queue mode needs beside n8n. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/** Finds or starts Redis and PostgreSQL; throws where one can't be had. */
export async function openServices() {
	const redis = await findRedis();
	const postgres = await findPostgres().catch(async (error: unknown) => {
		await redis.close();
		throw error;
	});
	return {
		redis,
		postgres,
		/** n8n's settings for queue mode with them. */
		settings: { EXECUTIONS_MODE: 'queue', ...redis.settings, ...postgres.settings },
		close: async () => void (await Promise.all([redis.close(), postgres.close()])),
	};
}
