/** Answers the connection test with the result of the last probe, without waiting for the ERP. */
import type { Endpoint } from '../../../engine/index.ts';
import { compileRequest, type ServedEngine } from './engine-api.ts';
import type { Answer } from './handle-call.ts';
import { refusalOf, stopping, unavailable } from './refusal.ts';

interface HealthOptions {
  readonly serviceName: string;
  /** Whether the service ends: load balancers that probe with this request then send no more requests to it. */
  readonly isEnding: () => boolean;
}

const consentText = 'The customer has to give consent to the ERP once more: the operator of the service has the link.';

/** A function that checks the request and answers `ok: true` if the service goes on and the ERP answered the last probe, otherwise 503. */
export function healthAnswerer(
  engine: ServedEngine,
  endpoint: Endpoint,
  { serviceName, isEnding }: HealthOptions,
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
    if (isEnding()) return { ok: false, refusal: stopping };
    const { ready, consentNeeded, problem } = engine.health();
    if (ready) return { ok: true, json };
    if (consentNeeded === true) return { ok: false, refusal: unavailable(consentText, 60) };
    if (problem !== undefined) return { ok: false, refusal: refusalOf(problem) };
    return { ok: false, refusal: unavailable('The ERP cannot be reached at the moment.', 5) };
  };
}
