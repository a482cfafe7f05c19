import { describe, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { endpoints } from '../endpoints.ts';
import { accepted, refused } from '../replies.ts';

/** Bodies that a JSON parser may break on. */
export function json(bench: () => Bench): void {
  describe('request bodies', { timeout: 60_000 }, () => {
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
