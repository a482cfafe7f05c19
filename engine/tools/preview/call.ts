/** The statements and requests of a call, from its plan and request alone. */

import type { Answer } from '../../base/contract.ts';
import type { AccountStatementPlan } from '../../plan/account-statement.ts';
import { decodeId } from '../../plan/ids.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { WritePlan } from '../../plan/write.ts';
import { withState } from '../../run/context/context.ts';
import { boundsOf } from '../../run/read/account-entries.ts';
import { periodOf } from '../../run/read/account-statement.ts';
import { keyOf } from '../../run/write/key.ts';
import { type PreviewContext, type PreviewPage, readSteps, rowProcessingSteps } from './reads.ts';
import { previewRequest } from './request.ts';
import { previewStatement } from './statement.ts';
import type { PreviewStep } from './step.ts';

/** The existence checks of ids. */
async function existsSteps(plan: EndpointPlan, when: string, { run, secrets }: PreviewContext) {
  const steps: PreviewStep[] = [];
  for (const field of plan.endpoint.mustExist) {
    const declared = plan.ids.find((id) => id.field === field);
    const text = run.state.request[field];
    if (declared?.exists === undefined || typeof text !== 'string') continue;
    const values = decodeId('id', text, declared.form) ?? {};
    const context = { run: withState(run, { values }), secrets };
    steps.push(...(await readSteps(declared.exists, `${field} exists`, context, { when })));
  }
  return steps;
}

async function accountStatementSteps(
  plan: AccountStatementPlan,
  context: PreviewContext,
): Promise<readonly PreviewStep[]> {
  const { entries, opening, balance, currency, zone } = plan;
  const period = periodOf(context.run, zone);
  const bounds = boundsOf({ from: period.periodStart, to: period.periodEnd });
  const values = { ...context.run.state.values, ...period, ...bounds };
  const statementContext: PreviewContext = { ...context, run: withState(context.run, { values }) };
  const steps = [...(await readSteps(currency, 'currency', statementContext))];
  if (opening !== undefined) steps.push(...(await readSteps(opening, 'opening', statementContext)));
  if (entries.kind === 'query') {
    const { source, before, period: within, all, processing } = entries;
    const step = (at: string, query: typeof before): PreviewStep => {
      return { at, source, when: undefined, sent: previewStatement(query, statementContext.run.state, {}) };
    };
    steps.push(step('entries before the period, added up', before), step('entries of the period', within));
    steps.push(...(await rowProcessingSteps(processing, 'entries', statementContext)));
    if (balance !== undefined) steps.push(step('all entries, added up', all));
  } else steps.push(...(await readSteps(entries.read, 'entries', statementContext)));
  if (balance !== undefined) steps.push(...(await readSteps(balance, 'balance', statementContext)));
  return steps;
}

const unfound = 'where `find` finds nothing';

async function changeSteps(write: WritePlan, { run, secrets }: PreviewContext): Promise<readonly PreviewStep[]> {
  const when = (each: { readonly items: { readonly text: string } } | undefined): string =>
    each === undefined ? unfound : `${unfound}, for each item of ${each.items.text}`;
  if (write.kind === 'transaction')
    return write.write.map(({ name, query, each }) => ({
      at: `write ${name}`,
      source: query.source,
      when: when(each),
      sent: previewStatement(query, run.state, {}),
    }));
  const steps: PreviewStep[] = [];
  for (const { name, exchange, each } of write.steps) {
    const sent = await previewRequest(exchange, true, run, {}, secrets);
    steps.push({ at: `write ${name}`, source: exchange.source, when: when(each), sent });
  }
  return steps;
}

async function writeSteps(
  plan: EndpointPlan,
  write: WritePlan,
  answer: Extract<Answer, { kind: 'write' }>,
  outer: PreviewContext,
): Promise<readonly PreviewStep[]> {
  const key = await keyOf(write, answer, '', outer.run);
  const context: PreviewContext = { ...outer, run: withState(outer.run, { key: key.text }) };
  const steps: PreviewStep[] = [];
  if (write.find !== undefined) steps.push(...(await readSteps(write.find, 'find', context)));
  steps.push(...(await existsSteps(plan, unfound, context)));
  for (const { name, read } of write.prepare)
    steps.push(...(await readSteps(read, `prepare ${name}`, context, { when: unfound })));
  steps.push(...(await changeSteps(write, context)));
  if (write.find !== undefined)
    steps.push(...(await readSteps(write.find, 'find, for the answer', context, { when: unfound })));
  return steps;
}

/** The requested page; one more row shows whether there is another page. */
function pageOf({ endpoint }: EndpointPlan, { run }: PreviewContext): PreviewPage | undefined {
  const { limit, page } = run.state.request;
  if (typeof limit !== 'number') return undefined;
  const paged = endpoint.answer.kind === 'rows' && endpoint.answer.paged && typeof page === 'number';
  return paged ? { limit: limit + 1, offset: (page - 1) * limit } : { limit, offset: 0 };
}

/** Undefined if the endpoint depends on an unknown fact. */
export async function previewSteps(
  plan: EndpointPlan,
  context: PreviewContext,
): Promise<readonly PreviewStep[] | undefined> {
  const { work, endpoint } = plan;
  switch (work.kind) {
    case 'undecided':
      return undefined;
    case 'unavailable':
      return [];
    case 'read':
      return [
        ...(await readSteps(work.read, 'read', context, { page: pageOf(plan, context) })),
        ...(endpoint.answer.kind === 'single' ? await existsSteps(plan, 'where no row comes', context) : []),
      ];
    case 'accountStatement':
      return accountStatementSteps(work.accountStatement, context);
    case 'write':
      return endpoint.answer.kind === 'write' ? writeSteps(plan, work.write, endpoint.answer, context) : [];
  }
}
