import { onOff } from './option';

/** 'Resend Unknown'. */
export const resendUnknown = onOff(
	'Resend Unknown',
	"Whether Retry On Fail, n8n's Retry and Send Once send again what may have been sent: it may arrive twice",
	{
		sameForAll: true,
		hint: 'Leave it out unless the user accepts that a message may arrive twice.',
	},
);
