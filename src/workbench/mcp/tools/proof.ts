/** Tests of the profile: cases, the checks that follow from the contract, and mutants. They run on fixtures, and never reach the ERP. */
import { z } from 'zod';
import type { Task } from '../../../service/lifecycle/host.ts';
import type { Answer } from '../session/answer.ts';
import type { RanVerb, Workbench } from '../session/workbench.ts';
import { tool } from './tool.ts';

const filter = z.string().optional().describe('Only those whose title or endpoint contains this text');

/** The last line of the output is its result. */
function answerOf({ status, out, err }: RanVerb): Answer {
  const lines = out.trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  const summary = status === 0 ? 'Passed.' : status === 2 ? err.trim() : 'Not passed: see the report.';
  return { summary, data: [last, '', ...lines.slice(0, -1), err].join('\n').trimEnd(), failed: status === 2 };
}

async function run(workbench: Workbench, words: readonly string[], task: Task): Promise<Answer> {
  // Throws if there is no profile.
  workbench.open();
  return answerOf(await workbench.runVerb(['test', ...words, '--', workbench.profileFile], task));
}

const flag = (name: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [`${name}=${value}`];

const testTool = tool({
  name: 'test',
  title: 'Run the cases',
  description:
    'Runs the cases in cases/*.yaml over the fixture in fixture/. A failed case shows the differences, the statements and the rows. Expected answers come from the ERP and its users, never from the output of the profile.',
  input: z.object({
    filter,
    coverage: z.boolean().default(false).describe('Also show which parts of the profile no case covers'),
  }),
  effect: 'runs tests',
  run: (workbench, given, task) =>
    run(workbench, [...flag('--filter', given.filter), ...(given.coverage ? ['--coverage'] : [])], task),
});

const conformanceTool = tool({
  name: 'conformance',
  title: 'Run the checks of the contract',
  description:
    'Runs about 190 checks that follow from the contract, on a service with the fixture. `not tested` means that the fixture lacks the data for a check: add rows to fixture/data.sql.',
  input: z.object({ filter }),
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
  effect: 'runs tests',
  run: (workbench, { endpoint, sample }, task) =>
    run(workbench, ['--mutate', ...flag('--sample', sample), ...flag('--only', endpoint)], task),
});

export const proofTools = [testTool, conformanceTool, mutateTool];
