/** Compares the answers of a service with the results of the ERP's own classes, figure by figure. */
import Big from 'big.js';
import { contract } from '../../src/contract/index.ts';
import type { Caller, Exchange } from '../../src/workbench/checks/validation/index.ts';
import { isRecord, type Json } from '../../src/workbench/checks/validation/index.ts';
import type { Compared, Difference } from './compared.ts';
import type { Opinion } from './erp.ts';

/** One answer while it is compared. */
interface Walk {
  readonly path: string;
  /** The member that identifies the rows of the list. */
  readonly id: string | undefined;
  figures: number;
  readonly differences: Omit<Difference, 'path' | 'request'>[];
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value)));

function decimal(value: unknown): Big | undefined {
  try {
    return new Big(String(value));
  } catch {
    return undefined;
  }
}

/** Numbers are equal by their decimals, texts by their characters. A text in an opinion may be a number with all digits. */
function equal(answered: unknown, expected: unknown): boolean {
  if (typeof answered === 'string' || typeof answered === 'boolean' || answered === null || answered === undefined)
    return answered === expected;
  const [one, other] = [decimal(answered), decimal(expected)];
  return one !== undefined && other !== undefined && one.eq(other);
}

/** Rows of a list by id. An address may serve for two kinds, so that it is two rows. */
function keyed(rows: readonly unknown[], id: string): ReadonlyMap<string, unknown> {
  return new Map(
    rows.map((row, index) => {
      if (!isRecord(row)) return [String(index), row];
      return [[row[id], row.addressKind].filter((part) => part !== undefined).join('/'), row];
    }),
  );
}

function compareRows(walk: Walk, at: string, answered: readonly unknown[], expected: readonly unknown[]): void {
  const { id } = walk;
  const isList = id !== undefined && expected.concat(answered).some((row) => isRecord(row) && row[id] !== undefined);
  const nameless = (rows: readonly unknown[]): ReadonlyMap<string, unknown> =>
    new Map(rows.map((row, index) => [String(index), row]));
  const ours = isList ? keyed(answered, id) : nameless(answered);
  const theirs = isList ? keyed(expected, id) : nameless(expected);
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const place = `${at}[${key}]`;
    if (ours.has(key) && theirs.has(key)) compareValue(walk, place, ours.get(key), theirs.get(key));
    else walk.differences.push({ at: place, answered: shown(ours.get(key)), expected: shown(theirs.get(key)) });
  }
  const [first, second] = [[...ours.keys()].join(), [...theirs.keys()].join()];
  const sameKeys = [...ours.keys()].sort().join() === [...theirs.keys()].sort().join();
  if (isList && sameKeys && first !== second)
    walk.differences.push({ at: `order of ${at}`, answered: first, expected: second });
}

function compareValue(walk: Walk, at: string, answered: unknown, expected: unknown): void {
  if (Array.isArray(expected)) {
    compareRows(walk, at, Array.isArray(answered) ? answered : [], expected);
  } else if (isRecord(expected)) {
    const ours = isRecord(answered) ? answered : {};
    for (const [name, value] of Object.entries(expected))
      compareValue(walk, at === '' ? name : `${at}.${name}`, ours[name], value);
  } else {
    walk.figures += 1;
    if (!equal(answered, expected)) walk.differences.push({ at, answered: shown(answered), expected: shown(expected) });
  }
}

function bodyOf({ sent, reply }: Exchange): Json {
  if (reply.kind === 'none') throw new Error(`${sent.path}: ${reply.reason}`);
  if (reply.status !== 200 || !isRecord(reply.body))
    throw new Error(`${sent.path} ${sent.text}: ${reply.status} ${reply.text}`);
  return reply.body;
}

/** The whole answer: of a paged list the rows of all pages. */
async function answerTo(caller: Caller, { path, request }: Opinion): Promise<Json> {
  const answer = contract.endpoints.find((endpoint) => endpoint.path === path)?.answer;
  if (answer === undefined) throw new Error(`The contract has no endpoint ${path}.`);
  if (answer.kind !== 'rows' || !answer.paged) return bodyOf(await caller.post(path, request));
  const rows: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const body = bodyOf(await caller.post(path, { ...request, page }));
    const more: unknown = body[answer.property];
    if (Array.isArray(more)) rows.push(...more);
    if (body.hasMore !== true) return { [answer.property]: rows };
  }
}

/** The differences between an answer and what is expected of an endpoint, and the number of compared values. */
export function compareAnswer(path: string, answered: Json, expected: Json): Pick<Walk, 'figures' | 'differences'> {
  const answer = contract.endpoints.find((endpoint) => endpoint.path === path)?.answer;
  const id = answer?.kind === 'rows' ? answer.id : undefined;
  const walk: Walk = { path, id, figures: 0, differences: [] };
  compareValue(walk, '', answered, expected);
  return walk;
}

/** Calls the service once for each opinion. Rejects if a call is answered with anything but 200. */
export async function compareOpinions(caller: Caller, opinions: readonly Opinion[]): Promise<readonly Compared[]> {
  const results = new Map<string, { calls: number; figures: number; differences: Difference[] }>();
  for (const opinion of opinions) {
    const { path, request } = opinion;
    const { figures, differences } = compareAnswer(path, await answerTo(caller, opinion), opinion.answer);
    const resultsSoFar = results.get(path) ?? { calls: 0, figures: 0, differences: [] };
    results.set(path, {
      calls: resultsSoFar.calls + 1,
      figures: resultsSoFar.figures + figures,
      differences: [...resultsSoFar.differences, ...differences.map((one) => ({ path, request, ...one }))],
    });
  }
  return [...results].map(([path, result]) => ({ path, ...result }));
}
