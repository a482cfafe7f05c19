/** A single service without a balancer that is stopped under load: no caller loses a request that was sent. */
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { startProgram } from '../support/program.ts';

const key = 'a-key-of-the-single-service';

const callers = 20;

let demo: DemoProfile;
beforeAll(async () => {
  demo = await demoProfile({ dialect: 'sqlite' });
});
afterAll(() => demo.drop());

/** How calls end: their statuses, and the codes of connections that fail. */
function startCalling(baseUrl: string, connections: number) {
  const dispatcher = new Agent({ connections, pipelining: 1 });
  const outcomes = new Map<string, number>();
  let isOver = false;
  const call = async (): Promise<string> => {
    try {
      const { statusCode, body } = await request(`${baseUrl}/catalog/products/search`, {
        dispatcher,
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"schemaVersion":"1","query":"bolt","limit":5}',
      });
      await body.dump();
      return String(statusCode);
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : String(error);
    }
  };
  const caller = async (): Promise<void> => {
    while (!isOver) {
      const outcome = await call();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome === 'ECONNREFUSED') return;
    }
  };
  const callers = Array.from({ length: connections }, caller);
  return {
    outcomes,
    async end() {
      isOver = true;
      await Promise.all(callers);
      await dispatcher.close();
    },
  };
}

it.each([
  ['without shutdownDelay', {}],
  ['with shutdownDelay', { ENGINE_SHUTDOWN_DELAY: '2s' }],
])('%s', async (_name, environment) => {
  const service = await startProgram(demo.file, { ENGINE_KEY: key, ENGINE_LOG_LEVEL: 'info', ...environment });
  onTestFinished(service.kill);
  const { outcomes, end } = startCalling(service.baseUrl, callers);
  await expect.poll(() => outcomes.get('200') ?? 0).toBeGreaterThan(200);
  expect(await service.stop()).toBe(0);
  await end();
  // Refused connections: nothing was sent. Reset ones: the operating system had accepted them when the listener closed, and the service has read nothing.
  const others = [...outcomes.keys()].filter(
    (outcome) => !['200', '503', 'ECONNREFUSED', 'ECONNRESET'].includes(outcome),
  );
  expect(others).toEqual([]);
  // At most once for each caller, who is refused the next time.
  expect(outcomes.get('ECONNRESET') ?? 0).toBeLessThanOrEqual(callers);
  const answered = (outcomes.get('200') ?? 0) + (outcomes.get('503') ?? 0);
  expect(service.output().match(/"event":"request"/g)).toHaveLength(answered);
});
