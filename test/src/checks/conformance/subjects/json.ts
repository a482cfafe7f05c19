import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { endpoints, everyEndpoint } from '../endpoints.ts';
import { accepted, refused, refusedFields } from '../replies.ts';

const NOT_JSON = [
  '',
  ' ',
  '{',
  '{"schemaVersion":"1",}',
  "{'schemaVersion':'1'}",
  '{"schemaVersion":"1"} x',
  'NaN',
  'x',
];
const NO_OBJECTS = ['[]', '[{"schemaVersion":"1"}]', '"1"', '1', 'null', 'true'];
const WRONG_VERSIONS = ['1', 'null', '""', '"2"', '"1.0"', '"01"', 'true', '["1"]', '{"version":"1"}'];

/** The body as a whole: JSON, an object, of version 1. */
export function json(bench: () => Bench): void {
  describe('request bodies', { timeout: 60_000 }, () => {
    for (const endpoint of everyEndpoint) {
      it(`[contract 7] [decisions: Order 4] an unparsable or empty body is 400 INVALID_JSON on ${endpoint.path}`, async () => {
        for (const body of NOT_JSON) refused(await bench().post(endpoint, body), 400, 'INVALID_JSON');
      });

      it(`[contract 4.3] [decisions: Order 5] JSON that is no object is 422 VALIDATION_FAILED on ${endpoint.path}`, async () => {
        for (const body of NO_OBJECTS) refused(await bench().post(endpoint, body), 422, 'VALIDATION_FAILED');
      });

      it(`[contract 4.3] [decisions: Order 5] schemaVersion missing, or other than the text 1, is 422 on ${endpoint.path}`, async () => {
        const missing = refusedFields(await bench().post(endpoint, JSON.stringify(endpoint.shaped)));
        expect(missing).toEqual(['schemaVersion']);
        for (const version of WRONG_VERSIONS) {
          const rest = JSON.stringify(endpoint.shaped).slice(1);
          const body = `{"schemaVersion":${version}${rest === '}' ? '' : ','}${rest}`;
          expect(refusedFields(await bench().post(endpoint, body)), body).toEqual(['schemaVersion']);
        }
      });
    }

    it('[contract 7] a body that is no UTF-8 breaks nothing: an answer or an error of the contract', async () => {
      const { post } = bench();
      const body = Buffer.concat([
        Buffer.from('{"schemaVersion":"1","query":"'),
        Buffer.from([0xff, 0xfe, 0xc3]),
        Buffer.from('"}'),
      ]);
      const reply = await post(endpoints.customers, body);
      if (reply.status === 200) accepted(endpoints.customers, reply);
      else refused(reply, [400, 422], ['INVALID_JSON', 'VALIDATION_FAILED']);
    });

    it('[contract 7] deep nesting in an unknown field breaks nothing', async () => {
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
      const reply = await bench().post(endpoints.health, `{"schemaVersion":"1","deep":${deep}}`);
      if (reply.status === 200) accepted(endpoints.health, reply);
      else refused(reply, [400, 422], ['INVALID_JSON', 'VALIDATION_FAILED']);
    });
  });
}
