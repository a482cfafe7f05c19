/** Runs one checked request of one endpoint: chooses the driver for the kind of work in its plan. */

import { waitForRoom } from '../base/answer-memory.ts';
import type { Answer } from '../base/contract.ts';
import type { EngineEvent } from '../base/events.ts';
import { ProblemError } from '../base/problem.ts';
import type { EndpointPlan, EndpointWork } from '../plan/plan.ts';
import type { RequestValues } from '../shape/request.ts';
import { type BoundStatement, type CallContext, SourceError, type SqlValue } from '../sources/source.ts';
import type { Members, Parts } from './answer/encode-rows.ts';
import type { RunContext } from './context/context.ts';
import { rehearseDurable } from './http-write/dry-run.ts';
import { runDurableWrite } from './http-write/write.ts';
import { runAccountStatement } from './read/account-statement.ts';
import { answerList } from './read/answer-list.ts';
import { answerSingle } from './read/answer-single.ts';
import { requestValues, type Values } from './request/request-values.ts';
import { contextOf, type Runtime, sourceOf, unreachableProblem } from './runtime/runtime.ts';
import { counted } from './statement/count-rows.ts';
import { isSample, sampleAnswer } from './write/sample-draft.ts';
import { runWrite } from './write/sql-write.ts';

const largest32 = 2 ** 31 - 1;

/**
 * Request fields whose id no record can have, because the database cannot compare it with its column: a text with
 * characters that the column's character set lacks, a text that is not a number, or a number beyond 32 bits.
 */
function unfitIds(plan: EndpointPlan, values: Values['values'], error: unknown): readonly string[] {
  if (!(error instanceof SourceError) || error.kind !== 'value') return [];
  const beyond = (value: SqlValue | undefined): boolean =>
    typeof value === 'bigint' || (typeof value === 'number' && Math.abs(value) > largest32);
  const unfit = (value: SqlValue | undefined): boolean =>
    beyond(value) || (value !== undefined && error.unfit.includes(value));
  return plan.ids
    .map(({ field }) => field)
    .filter((field) =>
      Object.entries(values).some(([name, value]) => (name === field || name.startsWith(`${field}.`)) && unfit(value)),
    );
}

function work(
  plan: EndpointPlan,
  runtime: Runtime,
  context: RunContext,
  unknown: readonly string[],
): Promise<Members | Parts> {
  const { endpoint, work: task } = plan;
  const { answer } = endpoint;
  const isKnown = unknown.length === 0;
  switch (task.kind) {
    case 'undecided':
      throw unreachableProblem();
    case 'unavailable':
      if (task.empty && answer.kind === 'rows')
        return Promise.resolve(`"${answer.property}":[]${answer.paged ? ',"hasMore":false' : ''}`);
      throw new ProblemError({
        kind: 'unprovided',
        message: `This ERP profile does not provide ${endpoint.path}: ${task.reason}`,
      });
    case 'read':
      if (answer.kind === 'rows') return answerList(task, answer, context, isKnown);
      if (answer.kind === 'single') return answerSingle(plan, task, answer, context, isKnown);
      break;
    case 'accountStatement': {
      const { entries } = task.accountStatement;
      if (entries.kind === 'read')
        return runAccountStatement(plan, task.accountStatement, task.encode, context, isKnown);
      const { source } = entries;
      const { memory } = context.call;
      // Balances and lines are read from one snapshot: a posting in between would make them inconsistent. Its statements do not wait for memory, because they hold a connection.
      const readSnapshot = () =>
        sourceOf(runtime, source).snapshot(context.call, (session) => {
          const read = async (statement: BoundStatement) => (await session.execute(statement)).rows;
          const execute: RunContext['execute'] = (name, statement) =>
            name === source ? counted(read(statement), memory) : context.execute(name, statement);
          return runAccountStatement(plan, task.accountStatement, task.encode, { ...context, execute }, isKnown);
        });
      return waitForRoom(memory)?.then(readSnapshot) ?? readSnapshot();
    }
    case 'write':
      if (answer.kind !== 'write') break;
      if (isSample(answer, context.state.request, runtime.demoSku))
        return Promise.resolve(sampleAnswer(answer, task, context));
      return runWriteWork({ plan, task, answer, runtime, unknownIds: unknown }, context);
  }
  throw new Error(`${endpoint.path} has a plan that does not fit its contract`);
}

interface WriteInput {
  readonly plan: EndpointPlan;
  readonly task: Extract<EndpointWork, { kind: 'write' }>;
  readonly answer: Extract<Answer, { kind: 'write' }>;
  readonly runtime: Runtime;
  /** Fields of the request whose id cannot exist in this ERP. */
  readonly unknownIds: readonly string[];
}

/** Runs a write with the protocol that its source supports: a transaction or a durable write. */
function runWriteWork({ plan, task, answer, runtime, unknownIds }: WriteInput, context: RunContext): Promise<Members> {
  const { write, encode, zone } = task;
  const form = { plan, answer, encode, zone, unknownIds };
  switch (write.kind) {
    case 'transaction': {
      const source = sourceOf(runtime, write.source);
      const guard = runtime.guards.get(write.source);
      if (guard === undefined) throw new Error(`The source ${write.source} has no write guard`);
      const { installation, inFlight } = runtime;
      return runWrite({ ...form, write, source, guard, installation }, inFlight, context);
    }
    case 'durable':
      return runtime.rehearsed
        ? rehearseDurable({ ...form, write }, runtime, context)
        : runDurableWrite({ ...form, write }, runtime, context);
  }
}

/**
 * Runs a checked request. Returns the complete body of the answer, a long one in parts. Throws or rejects with errors that `problemOf`
 * classifies.
 */
export function runEndpoint(
  plan: EndpointPlan,
  runtime: Runtime,
  request: RequestValues,
  call: CallContext,
  log: (event: EngineEvent) => void,
): Promise<string | Parts> {
  const { values, unknown } = requestValues(plan, request);
  const context = contextOf({ plan, runtime, request, values, call, log });
  const whole = (members: Members | Parts): string | Parts =>
    typeof members === 'string'
      ? `${runtime.opening}${members === '' ? '' : `,${members}`}}`
      : [`${runtime.opening},`, ...members, '}'];
  return work(plan, runtime, context, unknown).then(whole, (error: unknown) => {
    const unfit = unfitIds(plan, values, error);
    if (unfit.length === 0) throw error;
    return work(plan, runtime, context, [...unknown, ...unfit]).then(whole);
  });
}
