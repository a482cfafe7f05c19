/** Answers the connection test with the result of the last probe, without waiting for the ERP. */
import type { Endpoint } from '../../../engine/index.ts';
import { compileRequest, type ServedEngine } from './engine-api.ts';
import type { Answer } from './handle-call.ts';
import { refusalOf, unavailable } from './refusal.ts';

/** A function that checks the request and answers `ok: true` if the ERP answered the last probe, otherwise 503. */
export function healthAnswerer(
  engine: ServedEngine,
  endpoint: Endpoint,
  serviceName: string,
): (body: unknown) => Answer {
  const { version } = engine.contract;
  const check = compileRequest(engine.contract, endpoint, { maxPageLimit: 1 });
  const json = JSON.stringify({ schemaVersion: version, ok: true, service: serviceName });
  return (body) => {
    const request = check(body);
    if (!request.ok) {
      const message = 'The request is not valid: see the fields in the details.';
      return { ok: false, refusal: refusalOf({ kind: 'invalid', message, fields: request.fields }) };
    }
    if (engine.health().ready) return { ok: true, json };
    return { ok: false, refusal: unavailable('The ERP cannot be reached at the moment.', 5) };
  };
}
