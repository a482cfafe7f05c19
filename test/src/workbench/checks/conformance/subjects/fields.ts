import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { validBody } from '../bodies.ts';
import { allWrong, missingFields, optionalFields, wrongFields } from '../broken.ts';
import { type Body, type Endpoint, everyEndpoint } from '../endpoints.ts';
import { accepted, refusedFields } from '../replies.ts';

const UNKNOWN = { extra: { deep: [1, { x: null }] }, schemaversion: '9', toString: 'x', constructor: { prototype: 1 } };
/** A member that a careless merge would take for the prototype; JSON.stringify cannot write it from a literal. */
const PROTO = '{"__proto__":{"limit":"x","page":"x"},';

function padded(value: unknown): unknown {
  if (typeof value === 'string') return ` \t${value}  \n`;
  if (Array.isArray(value)) return value.map(padded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, padded(inner)]));
}

const withVersion = (body: Body): string => JSON.stringify({ schemaVersion: '1', ...body });

/** What each request field must be, endpoint by endpoint. */
export function fields(bench: () => Bench): void {
  /** The answer without the parts that may differ between equal requests: none for reads; writes repeat their id. */
  async function answerTo(endpoint: Endpoint, body: string): Promise<unknown> {
    return accepted(endpoint, await bench().post(endpoint, body));
  }

  describe('request fields', { timeout: 120_000 }, () => {
    for (const endpoint of everyEndpoint) {
      const { path } = endpoint;
      if (Object.keys(endpoint.rules).length > 0) {
        it(`[decisions: Requests 1, 2, 5, 6, 8, 11] each field that breaks its rule is 422 with that field alone: ${path}`, async () => {
          for (const { field, body, what } of wrongFields(endpoint)) {
            const named = refusedFields(await bench().call(endpoint, body));
            expect(named, `${field}: ${what}`).toEqual([field]);
          }
        });

        it(`[decisions: Order 5] all broken fields are reported at once: ${path}`, async () => {
          const { body, fields: expected } = allWrong(endpoint);
          const named = await bench().refuse(endpoint, body);
          expect([...named].sort()).toEqual([...expected].sort());
          const withoutVersion = refusedFields(await bench().post(endpoint, JSON.stringify(body)));
          expect([...withoutVersion].sort()).toEqual([...expected, 'schemaVersion'].sort());
        });
      }

      if (missingFields(endpoint).length > 0) {
        it(`[decisions: Requests 6] each required field that is missing is 422 with its name: ${path}`, async () => {
          for (const { field, body } of missingFields(endpoint)) {
            expect(await bench().refuse(endpoint, body), field).toEqual([field]);
          }
        });
      }

      it(`[contract 4.4] [contract 9.3] [decisions: Requests 1] unknown fields are ignored at every depth: ${path}`, async () => {
        const body = await validBody(bench(), endpoint);
        const lines = Array.isArray(body.lines) ? { lines: body.lines.map((line) => ({ ...line, ...UNKNOWN })) } : {};
        const plain = await answerTo(endpoint, withVersion(body));
        const crowded = withVersion({ ...UNKNOWN, ...body, ...lines });
        expect(await answerTo(endpoint, crowded)).toEqual(plain);
        expect(await answerTo(endpoint, `${PROTO}${withVersion(body).slice(1)}`)).toEqual(plain);
      });

      it(`[decisions: Requests 2] all strings are trimmed: ${path}`, async () => {
        const body = await validBody(bench(), endpoint);
        const plain = await answerTo(endpoint, withVersion(body));
        const wide = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, padded(value)]));
        expect(await answerTo(endpoint, withVersion(wide))).toEqual(plain);
      });

      const optional = optionalFields(endpoint);
      if (optional.length > 0) {
        it(`[decisions: Requests 1] null in an optional field is the same as leaving it out: ${path}`, async () => {
          const body = await validBody(bench(), endpoint);
          const omitted = Object.fromEntries(Object.entries(body).filter(([key]) => !optional.includes(key)));
          const nulls = Object.fromEntries(optional.map((field) => [field, null]));
          const plain = await answerTo(endpoint, withVersion(omitted));
          expect(await answerTo(endpoint, withVersion({ ...omitted, ...nulls }))).toEqual(plain);
        });
      }
    }
  });
}
