/** Bodies of requests, read as AL reads them: what is left out is blank. */
import { ODataError } from '../../../doubles/odata/error.ts';

export type Body = Readonly<Record<string, unknown>>;

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What business logic refuses with a message to people. The API puts an id behind it. */
export const refused = (message: string): ODataError =>
  new ODataError(
    400,
    `${message}  CorrelationId:  00000000-aaaa-4bbb-8ccc-000000000000.`,
    'Application_DialogException',
  );

const wrongType = (name: string, type: string): ODataError =>
  new ODataError(
    400,
    `Cannot convert the value of '${name}' to the expected type 'Edm.${type}'.`,
    'BadRequest_InvalidRequestBody',
  );

export function text(body: Body, name: string): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string') throw wrongType(name, 'String');
  return value;
}

export function decimal(body: Body, name: string, blank: number): number {
  const value = body[name] ?? blank;
  if (typeof value !== 'number') throw wrongType(name, 'Decimal');
  return value;
}

/** Refuses what the entity does not have, or what cannot be set: OData takes no property that is only nearly right. */
export function only(body: Body, entity: string, names: string): void {
  const other = Object.keys(body).find((name) => !names.split(/\s+/).includes(name));
  if (other === undefined) return;
  const message = `The property '${other}' does not exist on type 'Microsoft.NAV.${entity}'. Make sure to only use property names that are defined by the type.`;
  throw new ODataError(400, message, 'BadRequest');
}

/** A deep insert. */
export function lines(body: Body, name: string): readonly Body[] {
  const value = body[name] ?? [];
  if (!Array.isArray(value) || !value.every(isBody)) throw wrongType(name, 'Collection');
  return value;
}
