/** The lineage of the fields of an endpoint, from the profile alone. */

import type { Endpoint, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { compile, type ProfileInput } from '../../compile/compile.ts';
import { createContext } from '../../compile/context/context.ts';
import { type FactCombination, factCombinations } from '../../compile/context/fact-combinations.ts';
import { databaseKindOf } from '../../compile/context/sources.ts';
import { pathKey } from '../../compile/context/statements.ts';
import type { StatementSpec, WrittenEndpoint } from '../../profile/schema/index.ts';
import type { FieldLineage, FieldOrigin } from './origin.ts';
import { columnTracer } from './sql.ts';
import { type TraceContext, type TracedStatement, traceQuery, traceRead } from './trace.ts';

/** The statements of a profile. If they depend on facts, those of the first variant. */
function statementsOf(input: ProfileInput, possible: readonly FactCombination[]): ReadonlyMap<string, TracedStatement> {
  const tracedByKey = new Map<string, TracedStatement>();
  for (const { factValues, endpoints: only } of possible) {
    const { statements: questions, choice } = compile({ ...input, descriptions: new Map(), factValues, only });
    const context = createContext({ ...input, descriptions: new Map() }, choice, []);
    for (const { path, source, variants } of questions) {
      const [whole] = variants();
      const key = pathKey(choice.originalPath(path));
      if (whole === undefined || tracedByKey.has(key)) continue;
      tracedByKey.set(key, { sql: whole.sql, source, databaseKind: databaseKindOf(context, source) });
    }
  }
  return tracedByKey;
}

function textAt(value: unknown, path: Path): string {
  let at = value;
  for (const segment of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, segment) : undefined;
  return typeof at === 'string' ? at : '';
}

const engine = (text: string, from: readonly FieldOrigin[] = []): FieldOrigin => ({ kind: 'engine', text, from });

/** Fields of an account statement that its entries provide; amounts become debit, credit and balances. */
const entryFields = ['date', 'reference', 'description'];

function traceStatement(
  context: TraceContext,
  spec: StatementSpec,
  path: Path,
  names: readonly string[],
): readonly FieldOrigin[] {
  const [first = '', second = ''] = names;
  const originsOfRead = (key: 'currency' | 'opening' | 'balance', name: string): readonly FieldOrigin[] => {
    const read = spec[key];
    if (read === undefined) return [];
    return typeof read === 'string'
      ? [traceQuery(context, [...path, key], name)]
      : traceRead(context, read, [...path, key], [name]);
  };
  const entries = (name: string) => traceRead(context, spec.entries, [...path, 'entries'], [name]);
  if (first === 'currency') return originsOfRead('currency', first);
  if (first === 'lines' && entryFields.includes(second)) return entries(second);
  if (first !== 'lines' && !first.endsWith('Balance')) return [engine('the request, or what stands for it')];
  const isMovement = second === 'debit' || second === 'credit';
  const from = [...entries('amount'), ...(isMovement ? [] : originsOfRead('opening', 'balance'))];
  return [engine('computed by the engine', from)];
}

function traceField(
  context: TraceContext,
  endpoint: Endpoint,
  spec: WrittenEndpoint,
  names: readonly string[],
): readonly FieldOrigin[] {
  const path = ['endpoints', endpoint.path];
  const { answer } = endpoint;
  if (typeof spec.unavailable === 'string') return [engine(`not provided: ${spec.unavailable}`)];
  if (answer.kind === 'accountStatement' && spec.statement !== undefined)
    return traceStatement(context, spec.statement, [...path, 'statement'], names);
  if (answer.kind !== 'write') return traceRead(context, spec, path, names);
  const constant = answer.constants[names[0] ?? ''];
  if (constant !== undefined) return [{ kind: 'constant', text: `always "${constant}"`, from: [] }];
  return typeof spec.find === 'object'
    ? traceRead(context, spec.find, [...path, 'find'], names)
    : [engine('the answers to its steps')];
}

/** Paths of the fields of an answer, lists included: `lines`, `amount`. */
export function fieldPaths(fields: Fields): readonly (readonly string[])[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.type === 'list' ? fieldPaths(field.items).map((inner) => [name, ...inner]) : [[name]],
  );
}

/** The fields of an endpoint's rows, or of its single answer. */
export function answerFields({ answer }: Endpoint): Fields {
  return answer.kind === 'rows' ? answer.row : answer.fields;
}

function coordinateOf({ path, answer }: Endpoint, names: readonly string[]): string {
  const [last = '', ...lists] = [...names].reverse();
  const list = [...(answer.kind === 'rows' ? [answer.property] : []), ...lists.reverse()];
  return `${path} -> ${[...list.map((name) => `${name}[]`), last].join('.')}`;
}

/** The context of a trace: the statements of a profile with given facts. */
export async function traceContext(
  input: ProfileInput,
  possible: readonly FactCombination[] = factCombinations(input.profile),
): Promise<TraceContext> {
  const statements = statementsOf(input, possible);
  return {
    document: input.document,
    statementAt: (path) => statements.get(pathKey(path)),
    textAt: (path) => textAt(input.document.value, path),
    traceColumn: await columnTracer(),
  };
}

/** The origin of each field of an endpoint. Does not query the ERP. */
export async function lineageOf(
  input: ProfileInput,
  endpoint: Endpoint,
  fields: readonly (readonly string[])[],
): Promise<readonly FieldLineage[]> {
  const context = await traceContext(input);
  const spec = input.profile.endpoints[endpoint.path];
  return fields.map((names) => ({
    coordinate: coordinateOf(endpoint, names),
    from: spec === undefined ? [] : traceField(context, endpoint, spec, names),
  }));
}
