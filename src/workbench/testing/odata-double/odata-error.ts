/** Refusals of a double. */

/** A request that the service does not accept. Rules may throw any error with `status` and `code` in its place. */
export class ODataError extends Error {
  override readonly name = 'ODataError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, message: string, code = 'BadRequest') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What the author of a double has to know: the double does not have this part of OData, or lacks a rule. */
export const notImplemented = (message: string): ODataError => new ODataError(501, message, 'NotImplemented');

/** The refusal in an error; undefined for a fault of the double. */
export function refusalIn(error: unknown): Pick<ODataError, 'status' | 'code' | 'message'> | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status, message } = error;
  const code = 'code' in error ? String(error.code) : 'BadRequest';
  return typeof status === 'number' ? { status, code, message } : undefined;
}
