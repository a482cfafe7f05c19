/** The steps of a read: its branches, and the reads attached to their rows. */

import type { Secret } from '../../base/secret.ts';
import type { BranchPlan, QueryBranch, ReadPlan } from '../../plan/read.ts';
import type { AttachPlan, EachPlan, RowProcessing } from '../../plan/row-processing.ts';
import type { RunContext } from '../../run/context/context.ts';
import { wordsOf } from '../../run/http/request-input.ts';
import { sinceBounds } from '../../run/marks/since.ts';
import type { Frame } from '../../run/statement/run-statement.ts';
import { previewRequest } from './request.ts';
import { previewStatement } from './statement.ts';
import type { PreviewStep } from './step.ts';

export interface PreviewContext {
  readonly run: RunContext;
  readonly secrets: readonly Secret[];
}

/** The page of a list. */
export interface PreviewPage {
  readonly limit: number;
  readonly offset: number;
}

const forRows = 'for the returned rows';

async function sinceOf({ since }: QueryBranch, run: RunContext): Promise<Pick<Frame, 'since'>> {
  if (since === undefined || run.state.request.modifiedSince === undefined) return {};
  // Only version marks know the value of a counter.
  if (since.some(({ kind }) => kind === 'version')) return { since: since.map(() => null) };
  return { since: await sinceBounds(since, run) };
}

async function branchSteps(
  branch: BranchPlan,
  at: string,
  when: string | undefined,
  context: PreviewContext,
  page: PreviewPage | undefined,
): Promise<readonly PreviewStep[]> {
  const { run, secrets } = context;
  const below = await rowProcessingSteps(branch.processing, at, context);
  if (branch.kind === 'exchange') {
    const text = branch.search === undefined ? undefined : run.state.request[branch.search.field];
    const sent = await previewRequest(branch.exchange, false, run, { words: wordsOf(text) }, secrets);
    return [{ at, source: branch.exchange.source, when, sent }, ...below];
  }
  const text = branch.search === undefined ? undefined : run.state.request[branch.search];
  const since = await sinceOf(branch, run);
  const frame = { ...page, ...since, search: typeof text === 'string' ? text : undefined };
  const open = branch.since?.some(({ kind }) => kind === 'version') ? ['since'] : [];
  const sent = previewStatement(branch.query, run.state, frame, open);
  return [{ at, source: branch.query.source, when, sent }, ...below];
}

async function attachStep(plan: AttachPlan, at: string, { run, secrets }: PreviewContext): Promise<PreviewStep> {
  const { read } = plan;
  if (read.kind === 'query')
    return { at, source: read.query.source, when: forRows, sent: previewStatement(read.query, run.state, {}) };
  const sent = await previewRequest(read.exchange, false, run, {}, secrets);
  return { at, source: read.exchange.source, when: forRows, sent };
}

async function eachStep(plan: EachPlan, at: string, { run, secrets }: PreviewContext): Promise<PreviewStep> {
  const sent = await previewRequest(plan.exchange, false, run, {}, secrets);
  return { at, source: plan.exchange.source, when: 'for each returned row', sent };
}

/** The reads that `attach` adds to the rows of a read, also those of attached rows. `at` names the read in labels. */
export async function rowProcessingSteps(
  { attach, each }: RowProcessing,
  at: string,
  context: PreviewContext,
): Promise<readonly PreviewStep[]> {
  const steps: PreviewStep[] = [];
  for (const plan of attach) {
    const place = `${at}, attach ${plan.name}`;
    steps.push(await attachStep(plan, place, context), ...(await rowProcessingSteps(plan.processing, place, context)));
  }
  for (const plan of each) {
    const place = `${at}, attach ${plan.name}`;
    steps.push(await eachStep(plan, place, context), ...(await rowProcessingSteps(plan.processing, place, context)));
  }
  return steps;
}

/** `when`: the condition under which the read runs. */
export async function readSteps(
  { rows, processing }: ReadPlan,
  at: string,
  context: PreviewContext,
  options: { readonly when?: string; readonly page?: PreviewPage | undefined } = {},
): Promise<readonly PreviewStep[]> {
  const { when, page } = options;
  const steps: PreviewStep[] = [];
  if (rows.kind !== 'expression') {
    const several = rows.branches.length > 1;
    for (const [index, branch] of rows.branches.entries()) {
      const name = several ? `${at}, ${rows.kind} ${index + 1}` : at;
      const branchCondition = rows.kind === 'first' && index > 0 ? 'where those before give no row' : when;
      steps.push(...(await branchSteps(branch, name, branchCondition, context, page)));
    }
  }
  return [...steps, ...(await rowProcessingSteps(processing, at, context))];
}
