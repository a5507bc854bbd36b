/** Names in answers as all their writings have them (see `plainName`), by what they say. */
const names = (...list: string[]): ReadonlySet<string> => new Set(list);

export const SUCCESS = names(
	...['success', 'succeeded', 'successful', 'issuccess', 'issuccessful', 'ok', 'isok'],
);
/** Of these only "yes", and a count of none, say something: "not delivered yet" is no refusal. */
export const PROGRESS = names('sent', 'accepted', 'queued', 'submitted', 'delivered', 'scheduled');
export const FAILURE = names(
	...['error', 'errors', 'err', 'errormessage', 'errormsg', 'errmsg', 'errordescription'],
	...['errordetail', 'errordetails', 'errortext', 'exception', 'fault', 'faultstring'],
	...['failure', 'failures', 'failed', 'iserror', 'haserror', 'haserrors', 'problem', 'problems'],
);
export const FAILURE_CODE = names(
	...['errorcode', 'errcode', 'errno', 'errorno', 'errornumber', 'faultcode'],
);
export const CODE = names(
	...['code', 'statuscode', 'resultcode', 'returncode', 'retcode', 'rescode', 'responsecode'],
	...['httpstatus', 'httpcode', 'httpstatuscode', 'messagecode'],
);
export const STATUS = names(
	...['status', 'state', 'result', 'outcome', 'resultstatus', 'requeststatus'],
);
export const WORDS = names(
	...['message', 'msg', 'description', 'detail', 'details', 'reason', 'title', 'statustext'],
	...['statusmessage', 'resultmessage', 'responsemessage', 'returnmessage', 'info'],
	...['response', 'answer', 'reply'],
);
/** Names of a message's or a call's id, the better before the worse: a record may have an id of its own besides. */
export const MESSAGE_ID = ['msgid', 'messageid', 'smsid', 'messageuuid', 'callid', 'calluuid'];
export const ANY_ID = [...MESSAGE_ID, 'sid', 'bulkid', 'batchid', 'id'];
/** The same of several: a list under one of these has an id for each message. */
export const ID_LIST = [...ANY_ID, ...ANY_ID.map((name) => `${name}s`)];
export const ID = names(...ID_LIST);
/** Where a message goes: beside it stand fields of the request, which say nothing. */
export const RECIPIENT = [
	...['destination', 'to', 'recipient', 'receptor', 'phone', 'mobile', 'number'],
];
export const REQUEST = names(...RECIPIENT);
/** What the list is called of numbers that were not taken: `invalid_numbers`, `rejected`. */
export const NOT_TAKEN = /^(?:invalid|rejected|refused|failed|blocked|blacklist)/;
/** What the count or the list is called of what was taken: `sent`, `success_count`, `totalAccepted`. */
export const TAKEN =
	/^(?:total|number|num|count|messages?|sms)?(?:of)?(?:success(?:ful|fully|es)?|succeeded|sent|accepted|queued|submitted|delivered|scheduled|ok)(?:sent|count|total|messages?|recipients?|numbers?|sms)?$/;
/** And of what was not, where it is a count. */
export const FAILURES = names('failed', 'failures', 'errors', 'problems');
/** Where data stands: objects that hold the service's own statements, and lists with an entry for each message. */
export const ENVELOPE = names(
	...['data', 'd', 'messages', 'calls', 'result', 'results', 'records', 'items', 'entries'],
	...['rows', 'list', 'response', 'return', 'returns', 'answer', 'reply', 'body', 'payload'],
	...['output', 'envelope', 'content', 'meta', 'header', 'head'],
);
