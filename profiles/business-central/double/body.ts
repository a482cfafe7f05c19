/** Bodies of requests, read as AL reads them: what is left out is blank. Their members and types are those of the description. */
export type Body = Readonly<Record<string, unknown>>;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A refusal with the status and the code of Business Central. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;

  constructor(status: number, message: string, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What business logic refuses with a message to people. The API puts an id behind it. */
export const refused = (message: string): Refused =>
  new Refused(400, `${message}  CorrelationId:  00000000-aaaa-4bbb-8ccc-000000000000.`, 'Application_DialogException');

export const text = (body: Body, name: string): string => String(body[name] ?? '');
export const decimal = (body: Body, name: string, blank: number): number => Number(body[name] ?? blank);

/** A deep insert. */
export function lines(body: Body, name: string): readonly Body[] {
  const value = body[name];
  return Array.isArray(value) ? value.filter(isBody) : [];
}
