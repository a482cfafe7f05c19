/**
 * The test runs, by vitest's mode. `*.deep.test.ts` holds what takes long, `*.nightly.test.ts` what needs an idle machine or is too long for CI; `*.sampled.test.ts`
 * takes a sample or everything.
 * - `vitest run` (`npm test`): every file except the deep and nightly ones; the sampled ones take a sample.
 * - `vitest run --mode deep` (`npm run test:deep`): the deep files, and the sampled ones in larger samples or in full.
 * - `vitest run --mode ci` (`npm test -- --mode ci`): both of these in one run, where the sampled files run once, as in the deep mode.
 * - `vitest run --mode nightly` (`npm run test:nightly`): all files in full, with a random seed that the run prints.
 */
import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { compileCache } from './test/support/compile-cache.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { runReporter } from './test/support/run-reporter.ts';

// For the workers of this run and the processes that they start.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/**
 * Files that change their process (environment, global objects, timers) or load much that no other file needs: each has a process. All others
 * share theirs, with the modules that were loaded.
 */
const own = [
  'src/cli/entry',
  'src/cli/temporary',
  'engine/expiry',
  'engine/sources/http/long-pause',
  'src/service/events/line-batch',
  'src/service/server/service',
  'src/service/server/thread-share',
  'soak/**/',
  'outages/',
  'bench/',
  'engine/sources/http/auth/rotation',
  'engine/sources/http/connections',
  'engine/sources/sql/lost/lost-connections',
  'engine/sources/sql/mssql-values',
  'src/service/state/durable-claims',
  'engine/run/write/durable/background',
  'engine/run/write/worker',
];

/**
 * Files that test that a write happens once. A duplicate in one of a hundred runs is a fault, so these tests never run again. In CI a failed test of
 * the other shared files runs once more, because the machine may have stood still. The end of the output lists the tests that passed only then.
 */
const neverAgain = [
  'engine/run/write/**/',
  'http/writes/',
  'isolation/',
  'src/service/state/',
  'src/cli/writes',
  'real/**/kills',
  'upgrade/',
];
const retry = process.env.CI === 'true' ? 1 : 0;

/** Names of the files that each mode runs and leaves out. */
const files = {
  test: { include: '*.test.ts', exclude: '*.{deep,nightly}.test.ts' },
  deep: { include: '*.{deep,sampled}.test.ts', exclude: undefined },
  ci: { include: '*.test.ts', exclude: '*.nightly.test.ts' },
  nightly: { include: '*.test.ts', exclude: undefined },
} as const;

function modeOf(name: string): keyof typeof files {
  if (name === 'test' || name === 'deep' || name === 'ci' || name === 'nightly') return name;
  throw new Error(`The modes are test, deep, ci and nightly, not "${name}".`);
}

const fixedSeed = 20_261_122;

/** Vitest reads this file once for each project: the environment keeps a random seed the same for all of them. */
function seedOf(mode: keyof typeof files): number {
  process.env.TEST_SEED ??= String(mode === 'nightly' ? randomInt(2 ** 31) : fixedSeed);
  const seed = Number(process.env.TEST_SEED);
  if (Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31) return seed;
  throw new Error(`TEST_SEED is an integer from 0 to below 2^31, not "${process.env.TEST_SEED}".`);
}

const depths = { test: 'sample', deep: 'deep', ci: 'deep', nightly: 'all' } as const;

export default defineConfig(({ mode: name }) => {
  const mode = modeOf(name);
  const { include, exclude } = files[mode];
  const seed = seedOf(mode);
  const all = [`test/**/${include}`];
  const filesOf = (names: readonly string[]): string[] => names.map((name) => `test/${name}${include}`);
  const [alone, once] = [filesOf(own), filesOf(neverAgain)];
  const left = exclude === undefined ? [] : [`test/**/${exclude}`];
  return {
    test: {
      globalSetup: ['temp-folder', 'postgres', 'mariadb', 'mssql'].map((file) => `test/support/${file}.ts`),
      provide: { seed, depth: depths[mode] },
      reporters: ['default', runReporter({ seed, mode, strict: process.env.CI === 'true' })],
      // Tests wait for leases, deadlines and windows, so that two cores have work for three.
      maxWorkers: 3,
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          extends: true,
          test: { name: 'shared', include: all, exclude: [...alone, ...once, ...left], isolate: false, retry },
        },
        { extends: true, test: { name: 'once', include: once, exclude: [...alone, ...left], isolate: false } },
        { extends: true, test: { name: 'own', include: alone, exclude: left } },
      ],
      // Guards against tests that never end. A busy machine takes ten times as long as an idle one.
      testTimeout: 900_000,
      hookTimeout: 900_000,
      expect: { poll: { timeout: 30_000 } },
    },
  };
});
