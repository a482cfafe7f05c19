/** An error answer of an OData server, with its status. */
export class ODataError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, message: string, code = status === 404 ? 'NotFound' : 'BadRequest') {
    super(message);
    this.name = 'ODataError';
    this.status = status;
    this.code = code;
  }
}
