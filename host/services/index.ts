import { ServiceMissing } from './find.ts';
import { findPostgres, type Postgres } from './postgres.ts';
import { findRedis, type Redis } from './redis.ts';

export { ServiceMissing } from './find.ts';

/** What n8n's queue mode needs beside n8n. */
export interface Services {
	redis: Redis;
	postgres: Postgres;
	/** n8n's settings for queue mode with them. */
	settings: Record<string, string>;
	close(): Promise<void>;
}

/** Finds or starts Redis and PostgreSQL. Throws ServiceMissing. */
export async function openServices(): Promise<Services> {
	const redis = await findRedis();
	const postgres = await findPostgres().catch(async (error: unknown) => {
		await redis.close();
		throw error;
	});
	return {
		redis,
		postgres,
		settings: { EXECUTIONS_MODE: 'queue', ...redis.settings, ...postgres.settings },
		async close() {
			await Promise.all([redis.close(), postgres.close()]);
		},
	};
}

/** Why queue mode can't be tested on this machine; undefined where it can. */
export async function missingServices(): Promise<string | undefined> {
	const reasons: string[] = [];
	for (const find of [findRedis, findPostgres]) {
		try {
			await (await find()).close();
		} catch (error) {
			if (!(error instanceof ServiceMissing)) throw error;
			reasons.push(error.message);
		}
	}
	return reasons.length === 0 ? undefined : reasons.join('. ');
}
