/** Which records a request creates, so that it has their required members. */
import type { DescribedMethod, DescribedType, Operation } from './model.ts';

/** Whether the request creates the record in its body. A change has the members that it changes alone; `PUT` of OData may leave out what has a default. */
export const createsRecord = (method: DescribedMethod, protocol: Operation['protocol']): boolean =>
  method === 'POST' || (method === 'PUT' && protocol !== 'odata');

/**
 * Whether a request that creates a record also creates the records in a member of it. A single record of a named type may refer to an existing one, by its
 * key alone. XML has other elements for references.
 */
export const createsInside = (type: DescribedType | undefined, isXml: boolean): boolean =>
  isXml || type?.kind !== 'record' || type.name === '';
