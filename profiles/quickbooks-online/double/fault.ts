/** Refusals of the API, with the codes that it documents. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly type: string;

  constructor(status: number, type: string, code: string, message: string, detail: string) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.detail = detail;
  }
}

/** What the API refuses because of its content. */
export const refused = (code: string, message: string, detail: string): Fault =>
  new Fault(400, 'ValidationFault', code, message, detail);
