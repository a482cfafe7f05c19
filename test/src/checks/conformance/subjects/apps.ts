import { describe, it } from 'vitest';
import { type Bench, bearer } from '../bench.ts';
import { validBody } from '../bodies.ts';
import { endpoints, everyEndpoint } from '../endpoints.ts';
import { accepted, refused } from '../replies.ts';
import { unshown } from '../unshown.ts';

/** Which app's key opens which endpoint. */
export function apps(bench: () => Bench): void {
  describe('apps', { timeout: 60_000 }, () => {
    it('[contract 4 /health] [decisions: Order 3] health is open to the key of either app', async () => {
      const { target, post } = bench();
      for (const key of [target.orderingKey, target.receivablesKey]) {
        accepted(endpoints.health, await post(endpoints.health, '{"schemaVersion":"1"}', bearer(key)));
      }
    });

    for (const endpoint of everyEndpoint.filter((one) => one.app !== 'both')) {
      it(`[decisions: Order 3] the other app's key is 403 FORBIDDEN on ${endpoint.path}, before 400 and 422`, async () => {
        const { target, post } = bench();
        const other = bearer(endpoint.app === 'ordering' ? target.receivablesKey : target.orderingKey);
        const good = JSON.stringify({ schemaVersion: '1', ...endpoint.shaped });
        for (const body of [good, '{', '', '[]', '{}']) {
          refused(await post(endpoint, body, other), 403, 'FORBIDDEN');
        }
      });

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
      if (both === undefined) return unshown('the target names no key for both apps');
      for (const endpoint of everyEndpoint) {
        const body = await validBody(bench(), endpoint);
        accepted(endpoint, await post(endpoint, JSON.stringify({ schemaVersion: '1', ...body }), bearer(both)));
      }
    });
  });
}
