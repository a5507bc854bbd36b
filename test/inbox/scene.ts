import type { Sandbox } from '../../sandbox/index.ts';
import { ask } from './opened.ts';

export const SARA = '09121234567';
const OMID = '09351112233';
const MINA = '09190000002';

const LONG =
	'مشتری گرامی، ساعت کاری فروشگاه در روزهای پایانی سال تغییر کرده است و از ساعت ۹ صبح تا ۱۱ شب در خدمت شما هستیم. برای دیدن فهرست به نشانی https://example.com/nowruz سر بزنید. سال نو مبارک! 🌷';

/** A day of a small shop: everything that the inbox can show, for pictures and for the look of its colours. */
export async function fillWithADay(sandbox: Sandbox): Promise<void> {
	sandbox.setDelivery({ failed: [OMID], waitsForSchedule: true });
	const send = (destination: string, message: string, more = {}) =>
		ask(sandbox, 'send', { source: '30001234', destination, message, ...more });
	await send(OMID, 'Your parcel is on its way: https://example.com/track/9F3K');
	await send('+4915112345678', 'db-2 is down since 03:14. See https://status.example.com/db-2');
	await send(MINA, 'کد تخفیف شما: NOROOZ');
	await send(SARA, 'سلام سارا جان، سفارش شما آماده است 🎉');
	await send(SARA, LONG);
	await ask(sandbox, 'code', { destination: SARA, code: '004217' });
	await send(SARA, 'Your table for two is booked. 🍽️', { scheduled: '2099-01-01 18:00' });
	sandbox.setFaults([{ times: 1, fault: { kind: 'drop', when: 'after' } }]);
	await send(SARA, 'رسید، ولی پاسخ گم شد 😬');
	await ask(sandbox, 'voice', { destination: '09190000001', file_id: '77' });
	sandbox.setFaults([
		{
			match: { destination: MINA },
			fault: { kind: 'refuse', code: 1010, message: 'destination refused', status: 406 },
		},
		{ times: 1, fault: { kind: 'delay', ms: 100 } },
	]);
	await send(MINA, 'سفارش شما ارسال شد');
	await send(SARA, 'Thanks! Until Friday 👋');
}
