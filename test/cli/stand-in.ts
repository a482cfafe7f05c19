/** The program with an engine that needs no profile. `FAKE` in the environment says how the engine behaves. */
import { main } from '../../src/main.ts';
import type { OpenEngine } from '../../src/server/engine-api.ts';
import { type FakeEngine, fakeEngine, hits } from '../server/fake-engine.ts';

/** Calls that never end, told on stdout; calls that fail as a run of the engine does; calls that succeed. */
function engineOf(emit: Parameters<OpenEngine>[0]['emit']): FakeEngine {
  return fakeEngine(({ path, call: { requestId } }) => {
    switch (process.env.FAKE) {
      case 'slow':
        process.stdout.write('called\n');
        return new Promise(() => undefined);
      case 'failing':
        emit({ level: 'error', event: 'broken', requestId, endpoint: path, message: 'words of the driver' });
        return { ok: false, problem: { kind: 'broken', message: 'The ERP answered with an error.' } };
      default:
        return hits;
    }
  });
}

const finding = {
  code: 'MAP101',
  severity: 'error',
  message: 'the profile is wrong',
  hint: 'mend it',
  place: undefined,
} as const;

await main(async ({ emit }) => {
  const diagnostics = process.env.FAKE === 'broken' ? [finding] : [];
  const sources = new Map();
  if (diagnostics.length > 0) return { ok: false, diagnostics, sources };
  const engine = engineOf(emit);
  const start = process.env.FAKE === 'throws' ? () => Promise.reject(new Error('a bug')) : engine.start;
  return { ok: true, engine: { ...engine, start }, diagnostics, sources };
});
