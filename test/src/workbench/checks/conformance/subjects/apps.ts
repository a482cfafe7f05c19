import { describe, expect, it } from 'vitest';
import { type Bench, bearer } from '../bench.ts';
import { validBody } from '../bodies.ts';
import { everyEndpoint } from '../endpoints.ts';
import { accepted, refused } from '../replies.ts';

/** Which app's key opens which endpoint. */
export function apps(bench: () => Bench): void {
  describe('apps', { timeout: 60_000 }, () => {
    for (const endpoint of everyEndpoint.filter((one) => one.app !== 'both')) {
      it(`[decisions: Order 2] 405 and 415 come before 403 on ${endpoint.path}`, async () => {
        const { client, target, post } = bench();
        const other = bearer(endpoint.app === 'ordering' ? target.receivablesKey : target.orderingKey);
        refused(await client.send({ path: endpoint.path, method: 'GET', headers: other }), 405, 'BAD_REQUEST');
        refused(await post(endpoint, 'x', { ...other, 'content-type': 'text/plain' }), 415, 'BAD_REQUEST');
      });
    }

    it('[decisions: Order 3] a key of both apps opens every endpoint', async () => {
      const { target, post } = bench();
      const both = target.otherKeys?.both;
      if (both === undefined) return expect.fail('the target names no key for both apps');
      for (const endpoint of everyEndpoint) {
        const body = await validBody(bench(), endpoint);
        accepted(endpoint, await post(endpoint, JSON.stringify({ schemaVersion: '1', ...body }), bearer(both)));
      }
    });
  });
}
