/** The program with an engine that needs no profile. `FAKE` in the environment says how the engine behaves. */
import { main } from '../../src/main.ts';
import { type FakeEngine, fakeEngine, hits } from '../server/fake-engine.ts';

const slow = process.env.FAKE === 'slow';
const engine: FakeEngine = fakeEngine(() => (slow ? new Promise(() => undefined) : hits));
const starting = {
  ...engine,
  start: () => (process.env.FAKE === 'throws' ? Promise.reject(new Error('a bug')) : engine.start()),
};
const finding = {
  code: 'MAP101',
  severity: 'error',
  message: 'the profile is wrong',
  hint: 'mend it',
  place: undefined,
} as const;

await main(async () =>
  process.env.FAKE === 'broken'
    ? { ok: false, diagnostics: [finding], sources: new Map() }
    : { ok: true, engine: starting, diagnostics: [], sources: new Map() },
);
