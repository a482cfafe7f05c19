/** Waits until a service has reached its ERP. */
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../src/contract/index.ts';
import type { Sender } from './send.ts';

const healthBody = Buffer.from(JSON.stringify({ schemaVersion: contract.version }));

/** Calls /health until it succeeds. Rejects after 200 calls. */
export async function waitUntilReady(baseUrl: string, sender: Sender): Promise<void> {
  const endpoint = contract.endpoints.find(({ path }) => path === '/health');
  if (endpoint === undefined) throw new Error('The contract has no /health.');
  const head = { kind: 'start', endpoint, method: 'POST', contentType: 'application/json', key: 'own' } as const;
  for (let tries = 0; tries < 200; tries += 1) {
    const { status } = await sender.send({ ...head, body: healthBody, allowed: [200] });
    if (status === 200) return;
    await sleep(50);
  }
  throw new Error(`${baseUrl} does not become ready.`);
}
