/** Long tools of `engine mcp`: progress, and cancelled requests. */
import { cpSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verbRunner } from '../../../../src/cli/run-verb.ts';
import { testHost } from '../../service/state/host.ts';
import { assistantHere, root } from './client.ts';

/** A folder with the demo profile, its cases and its fixture. */
function demoFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-mcp-')));
  cpSync(join(root, 'profiles/demo'), join(folder, 'demo'), { recursive: true });
  return folder;
}

it('reports progress that grows', async () => {
  const { client } = await assistantHere(demoFolder(), ['demo']);
  const seen: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
  const onprogress = (progress: (typeof seen)[number]): void => void seen.push(progress);
  await client.callTool({ name: 'test', arguments: {} }, { onprogress, timeout: 100_000 });
  const numbers = seen.map(({ progress }) => progress);
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  const last = seen.at(-1);
  expect(last?.progress).toBe(last?.total);
  expect(last?.message).toMatch(/^Running cases: \d+ of \d+, .*\.yaml$/);
});

it.each([
  ['the checks of the contract', ['--conformance']],
  ['mutants', ['--mutate', '--only=/credit/customer']],
])('a cancelled request ends its work: %s', async (_what, flags) => {
  const folder = demoFolder();
  const run = verbRunner({ ...testHost(folder), packageRoot: root });
  const cancelled = new AbortController();
  let done = 0;
  let total = 0;
  await run(['test', ...flags, '--', join(folder, 'demo/profile.yaml')], {
    signal: cancelled.signal,
    progress(_text, counted) {
      done += 1;
      total = Math.max(total, counted?.total ?? 0);
      cancelled.abort();
    },
  });
  expect(total).toBeGreaterThan(20);
  // What was running when the request was cancelled may end.
  expect(done).toBeLessThan(8);
});

it('the client gets no answer to a request that it has cancelled, and the next one works', async () => {
  const { client, use } = await assistantHere(demoFolder(), ['demo']);
  const cancelled = new AbortController();
  const { signal } = cancelled;
  const onprogress = (): void => cancelled.abort();
  const calling = client.callTool({ name: 'conformance', arguments: {} }, { onprogress, signal, timeout: 100_000 });
  await expect(calling).rejects.toThrow();
  expect((await use('explain_code', { code: 'MAP101' })).text).toContain('Wrong:');
});
