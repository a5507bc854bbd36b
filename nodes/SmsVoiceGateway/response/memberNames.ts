/** Names of an answer's members as all their writings have them (see `plainName`), by what they say. */
const names = (...list: string[]): ReadonlySet<string> => new Set(list);

export const SUCCESS = names(
	...['success', 'succeeded', 'successful', 'issuccess', 'issuccessful', 'ok', 'isok'],
);
/** Of these only "yes" says something: "not delivered yet" is no refusal. */
export const PROGRESS = names('sent', 'accepted', 'queued', 'submitted', 'delivered', 'scheduled');
export const FAILURE = names(
	...['error', 'errors', 'err', 'errormessage', 'errormsg', 'errmsg', 'errordescription'],
	...['errordetail', 'errordetails', 'errortext', 'exception', 'fault', 'faultstring'],
	...['failure', 'failures', 'failed', 'iserror', 'haserror', 'haserrors', 'problem', 'problems'],
);
export const FAILURE_CODE = names(
	'errorcode',
	'errcode',
	'errno',
	'errorno',
	'errornumber',
	'faultcode',
);
export const CODE = names(
	...['code', 'statuscode', 'resultcode', 'returncode', 'retcode', 'rescode', 'responsecode'],
	...['httpstatus', 'httpcode', 'httpstatuscode', 'messagecode'],
);
export const STATUS = names(
	'status',
	'state',
	'result',
	'outcome',
	'resultstatus',
	'requeststatus',
);
export const WORDS = names(
	...['message', 'msg', 'description', 'detail', 'details', 'reason', 'title', 'statustext'],
	...['statusmessage', 'resultmessage', 'responsemessage', 'returnmessage', 'info'],
	...['response', 'answer', 'reply'],
);
export const MESSAGE_ID = names('msgid', 'messageid', 'msgids', 'messageids', 'smsid', 'smsids');
export const ID = names(
	'id',
	'ids',
	'callid',
	'callids',
	'uuid',
	'sid',
	'trackingid',
	'bulkid',
	...MESSAGE_ID,
);
/** Where a message goes: beside it stand fields of the request, which say nothing. */
export const REQUEST = names(
	'destination',
	'to',
	'recipient',
	'receptor',
	'phone',
	'mobile',
	'number',
);
/** Objects that hold the service's own statements, and lists that hold its rows. */
export const ENVELOPE = names(
	...['meta', 'data', 'd', 'result', 'results', 'response', 'header', 'head', 'return', 'returns'],
	...['answer', 'reply', 'body', 'status', 'payload', 'output', 'envelope', 'content'],
	...['messages', 'calls', 'items', 'records', 'entries', 'rows', 'list'],
);
