/** The service says no: `code` is what `meta.status` holds on the SMS host, `status` the HTTP status. */
export class Refused extends Error {
	readonly status: number;
	readonly code: number;

	constructor(status: number, code: number, message: string) {
		super(message);
		this.name = 'Refused';
		this.status = status;
		this.code = code;
	}
}

/** A field was refused: code 1008 with HTTP 400. */
export const fieldRefused = (message: string): Refused => new Refused(400, 1008, message);

/** A recipient number was refused: code 1010 with HTTP 406. */
export const destinationRefused = (message: string): Refused => new Refused(406, 1010, message);

/** The login was refused: code 1008 with HTTP 401. */
export const loginRefused = (): Refused => new Refused(401, 1008, 'username or password is wrong');

/** The credit is used up: code 1006 with HTTP 402. */
export const creditRefused = (): Refused => new Refused(402, 1006, 'credit is not enough');
