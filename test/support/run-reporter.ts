/**
 * Reports, in addition to vitest's summary, the seed, each skipped test with its reason, each test that passed only when it was tried again, and how to
 * repeat a failed run. In CI (`CI=true`) a skipped test fails the run.
 */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

interface RunReporterOptions {
  /** The seed of all random choices of the run. */
  readonly seed: number;
  /** The mode of the run, needed to repeat a failed test. */
  readonly mode: string;
  /** Whether a skipped test fails the run. */
  readonly strict: boolean;
}

const isSkipped = (test: TestCase): boolean => test.result().state === 'skipped';

/** Why a test was skipped: its note, or the fault of a `beforeAll` before it, which vitest reports as skipped tests. Undefined if neither is known. */
function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  if (result.state !== 'skipped' || result.note !== undefined)
    return result.state === 'skipped' ? result.note : undefined;
  for (let { parent } = test; ; parent = parent.parent) {
    const [error] = parent.errors();
    if (error !== undefined) return `its set-up failed: ${error.message}`;
    if (parent.type === 'module') return undefined;
  }
}

function shown(test: TestCase): string {
  const note = reasonOf(test);
  return `  ${test.module.relativeModuleId} > ${test.fullName}${note === undefined ? '' : `: ${note}`}`;
}

/** With the errors of the first try. */
function unsteadyText(test: TestCase): string {
  const errors = test.result().errors ?? [];
  return [
    shown(test),
    ...errors.map(({ stack, message }) => `    ${(stack ?? message).replaceAll('\n', '\n    ')}`),
  ].join('\n');
}

/** Vitest requires an object with its hooks. */
export function runReporter({ seed, mode, strict }: RunReporterOptions): Reporter {
  const options = mode === 'test' ? '' : `--mode ${mode} `;
  const replay = `TEST_SEED=${seed} npx vitest run ${options}<file>`;
  return {
    onTestRunStart() {
      process.stdout.write(`Seed ${seed}. To repeat a test with this seed: ${replay}\n`);
    },
    onTestRunEnd(modules: readonly TestModule[], _errors, reason) {
      const tests = modules.flatMap((module) => [...module.children.allTests()]);
      const skipped = tests.filter(isSkipped);
      if (skipped.length > 0) {
        const head = `Skipped: ${skipped.length} of ${tests.length} tests. Where no reason follows a name, the start of the output says what this machine lacks and how to install it.`;
        process.stdout.write(`\n${[head, ...skipped.map(shown)].join('\n')}\n`);
      }
      const unsteady = tests.filter((test) => test.diagnostic()?.flaky === true);
      if (unsteady.length > 0) {
        const head =
          'Failed first and passed when tried again. The test or the product depends on time; find out which:';
        process.stdout.write(`\n${[head, ...unsteady.map(unsteadyText)].join('\n')}\n`);
      }
      if (reason === 'failed') process.stdout.write(`\nTo repeat a failed test with this seed: ${replay}\n`);
      if (!strict || skipped.length === 0) return;
      process.stdout.write('The run fails, because in CI every test has to run.\n');
      process.exitCode = 1;
    },
  };
}
