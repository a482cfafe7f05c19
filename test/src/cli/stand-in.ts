/** The program with an engine that needs no profile. The environment variable `FAKE` selects its behaviour. */
import { runCli } from '../../../src/cli/program.ts';
import { main } from '../../../src/main.ts';
import { type FakeEngine, fakeEngine, hits } from '../service/server/fake-engine.ts';

/** Calls that never end, told on stdout; calls that fail as a run of the engine does; calls that succeed. */
function engineOf(): FakeEngine {
  return fakeEngine(() => {
    switch (process.env.FAKE) {
      case 'slow':
        process.stdout.write('called\n');
        return new Promise(() => undefined);
      case 'failing':
        return {
          ok: false,
          problem: { kind: 'broken', message: 'The ERP answered with an error.' },
          cause: { level: 'error', message: 'words of the driver' },
        };
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

await main(runCli, async () => {
  const diagnostics = process.env.FAKE === 'broken' ? [finding] : [];
  const sources = new Map();
  if (diagnostics.length > 0) return { ok: false, diagnostics, sources };
  const engine = engineOf();
  const start = process.env.FAKE === 'throws' ? () => Promise.reject(new Error('a bug')) : engine.start;
  return { ok: true, engine: { ...engine, start }, diagnostics, sources };
});
