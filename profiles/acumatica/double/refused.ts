/** A request that Acumatica refuses, with the body of its error. */
export class Refused extends Error {
  readonly status: number;
  /** The type of the exception. */
  readonly code: string;

  constructor(status: number, message: string, code = 'PX.Data.PXException') {
    super(message);
    this.status = status;
    this.code = code;
  }
}
