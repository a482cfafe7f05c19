/** Tests of the profile: cases, the checks that follow from the contract, and mutants. They run on fixtures, and never reach the ERP. */
import { z } from 'zod';
import type { Task } from '../../../service/lifecycle/host.ts';
import { shownEntry } from '../../operations/proof/proofs.ts';
import { proofsSchema } from '../../operations/protocol/proof.ts';
import type { Workspace } from '../../operations/workspace/workspace.ts';
import { saysNothingRun } from '../../testing/nothing-run.ts';
import { countVerdict, type Verdict } from '../../testing/report-entry.ts';
import type { Answer } from '../session/answer.ts';
import type { RanVerb } from '../session/run-verb.ts';
import type { Workbench } from '../session/workbench.ts';
import { tool } from './tool.ts';

const entriesSchema = proofsSchema.shape.proofs.element.shape.entries;

const filter = z.string().optional().describe('Only those whose title or endpoint contains this text');

/** `passed`: the sentence for the status 0. */
function summaryOf({ status, err }: RanVerb, passed: string): string {
  if (saysNothingRun(err)) return 'Nothing was run, so that nothing is proven: see the report.';
  if (status === 2) return err.trim();
  return status === 0 ? passed : 'Not passed: see the report.';
}

const output = z.strictObject({
  result: z.string(),
  counts: z.strictObject({ passed: z.int(), failed: z.int(), notTested: z.int(), notApplicable: z.int() }),
  entries: entriesSchema.describe('Those that have not passed'),
  messages: z.string(),
});

/** The last line of the output is its result. */
function answerOf(ran: RanVerb, passed: string, workspace: Workspace): Answer<z.output<typeof output>> {
  const { status, out, err, entries } = ran;
  const lines = out.trimEnd().split('\n');
  const result = lines.at(-1) ?? '';
  const data = [result, '', ...lines.slice(0, -1), err].join('\n').trimEnd();
  const summary = summaryOf(ran, passed);
  if (status === 2 || saysNothingRun(err)) return { summary, data, failed: true };
  const count = (verdict: Verdict): number => countVerdict(entries, verdict);
  const shown = entries.filter(({ verdict }) => verdict === 'failed' || verdict === 'not tested');
  return {
    summary,
    data,
    value: {
      result,
      counts: {
        ...{ passed: count('passed'), failed: count('failed') },
        ...{ notTested: count('not tested'), notApplicable: count('not applicable') },
      },
      entries: shown.map((entry) => shownEntry(entry, workspace)),
      messages: err,
    },
  };
}

async function run(
  workbench: Workbench,
  words: readonly string[],
  task: Task,
  passed = 'Passed.',
): Promise<Answer<z.output<typeof output>>> {
  // Throws if there is no profile.
  const workspace = workbench.open();
  return answerOf(await workbench.runVerb(['test', ...words, '--', workbench.profileFile], task), passed, workspace);
}

const flag = (name: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [`${name}=${value}`];

const testTool = tool({
  name: 'test',
  title: 'Run the cases',
  description:
    'Runs the cases in cases/*.yaml over the fixture. A failed case shows the differences and the statements. Expected answers come from the ERP and its users, never from the output of the profile.',
  input: z.object({
    filter,
    coverage: z.boolean().default(false).describe('Also show which parts of the profile no case covers'),
  }),
  output,
  effect: 'runs tests',
  run: (workbench, given, task) =>
    run(workbench, [...flag('--filter', given.filter), ...(given.coverage ? ['--coverage'] : [])], task),
});

const conformanceTool = tool({
  name: 'conformance',
  title: 'Run the checks of the contract',
  description:
    'Runs the checks that follow from the contract, several hundred, over the fixture. `not tested`: the fixture lacks the data for a check, so add rows to fixture/data.sql.',
  input: z.object({ filter }),
  output,
  effect: 'runs tests',
  run: (workbench, given, task) => run(workbench, ['--conformance', ...flag('--filter', given.filter)], task),
});

const mutateTool = tool({
  name: 'mutate',
  title: 'Find what no case proves',
  description:
    'Changes the profile in one place at a time, in memory, and lists the changes that no case and no check detects. Slow: name an endpoint, and begin with a small sample.',
  input: z.object({
    endpoint: z.string().optional().describe('Only changes that affect this endpoint, such as /pricing/resolve'),
    sample: z.int().min(1).max(200).default(20).describe('Number of changes'),
  }),
  output,
  effect: 'runs tests',
  run: (workbench, { endpoint, sample }, task) =>
    run(
      workbench,
      ['--mutate', ...flag('--sample', sample), ...flag('--only', endpoint)],
      task,
      'The changes were tried: see the report.',
    ),
});

export const proofTools = [testTool, conformanceTool, mutateTool];
