import type { Services } from '../../host/services/index.ts';

/** The text of every row of every table. */
export async function storedInPostgres({ query }: Services['postgres']): Promise<string> {
	const tables = await query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
	const texts: string[] = [];
	for (const { tablename } of tables) {
		const rows = await query(`SELECT t::text AS row FROM "${String(tablename)}" t`);
		texts.push(...rows.map(({ row }) => `${String(tablename)} ${String(row)}`));
	}
	return texts.join('\n');
}

/** The text of everything that was stored under our prefix, whatever its type. */
export async function storedInRedis({ client, keys }: Services['redis']): Promise<string> {
	const read: Record<string, (key: string) => Promise<unknown>> = {
		string: (key) => client.get(key),
		hash: (key) => client.hgetall(key),
		list: (key) => client.lrange(key, 0, -1),
		set: (key) => client.smembers(key),
		zset: (key) => client.zrange(key, '0', '-1'),
		stream: (key) => client.xrange(key, '-', '+'),
	};
	const texts: string[] = [];
	for (const key of await keys())
		texts.push(`${key} ${JSON.stringify(await read[await client.type(key)]?.(key))}`);
	return texts.join('\n');
}
