/** The lineage of the fields of an endpoint, from the profile alone. */

import type { Endpoint, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { compile, type ProfileInput } from '../../compile/compile.ts';
import { createContext } from '../../compile/context/context.ts';
import { type FactCombination, factCombinations } from '../../compile/context/fact-combinations.ts';
import { databaseKindOf } from '../../compile/context/sources.ts';
import { pathKey } from '../../compile/context/statements.ts';
import type { StatementSpec, WrittenEndpoint } from '../../profile/schema/index.ts';
import { type DescribedAnswer, type UnreadMembers, unreadMembers } from './described.ts';
import type { FieldLineage, FieldOrigin } from './origin.ts';
import { columnTracer } from './sql.ts';
import { type TraceContext, type TracedStatement, traceQuery, traceRead } from './trace.ts';

/** What a profile asks its sources, as it is compiled. */
interface Compiled {
  /** Statements by the key of their path. If they depend on facts, those of the first variant. */
  readonly statements: ReadonlyMap<string, TracedStatement>;
  /** The described answers to requests, by the key of the path of the read. */
  readonly answers: ReadonlyMap<string, DescribedAnswer>;
  /** Texts of expressions, with the endpoint that has them. */
  readonly expressions: readonly { readonly endpoint: string; readonly text: string }[];
}

function compiledFor(input: ProfileInput, possible: readonly FactCombination[]): Compiled {
  const statements = new Map<string, TracedStatement>();
  const answers = new Map<string, DescribedAnswer>();
  const expressions: Compiled['expressions'][number][] = [];
  const observers: Pick<ProfileInput, 'onScope' | 'onExpression'> = {
    onScope(scope) {
      if (scope.kind === 'answer') answers.set(pathKey(scope.path), scope);
    },
    onExpression: (_place, { text }, [section, endpoint]) =>
      void (section === 'endpoints' && expressions.push({ endpoint: String(endpoint), text })),
  };
  for (const { factValues, endpoints: only } of possible) {
    const compilation = compile({ ...input, ...observers, descriptions: new Map(), factValues, only });
    const { statements: questions, choice } = compilation;
    const context = createContext({ ...input, descriptions: new Map() }, choice, []);
    for (const { path, source, variants } of questions) {
      const [whole] = variants();
      const key = pathKey(choice.originalPath(path));
      if (whole === undefined || statements.has(key)) continue;
      statements.set(key, { sql: whole.sql, source, databaseKind: databaseKindOf(context, source) });
    }
  }
  return { statements, answers, expressions };
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const segment of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, segment) : undefined;
  return at;
}

function textAt(value: unknown, path: Path): string {
  const at = valueAt(value, path);
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

async function contextOf({ document }: ProfileInput, { statements, answers }: Compiled): Promise<TraceContext> {
  return {
    document,
    statementAt: (path) => statements.get(pathKey(path)),
    answerAt: (path) => answers.get(pathKey(path)),
    textAt: (path) => textAt(document.value, path),
    traceColumn: await columnTracer(),
  };
}

/** The context of a trace: the statements of a profile with given facts. */
export const traceContext = (input: ProfileInput, possible: readonly FactCombination[]): Promise<TraceContext> =>
  contextOf(input, compiledFor(input, possible));

/** Where the fields of an endpoint come from. */
export interface EndpointLineage {
  readonly fields: readonly FieldLineage[];
  /** What the answers to its reads over HTTP also have, by the vendor's description. */
  readonly unread: readonly UnreadMembers[];
}

/** The origin of each field of an endpoint. Does not query the ERP. */
export async function lineageOf(
  input: ProfileInput,
  endpoint: Endpoint,
  fields: readonly (readonly string[])[],
): Promise<EndpointLineage> {
  const { document, profile } = input;
  const compiled = compiledFor(input, factCombinations(profile));
  const context = await contextOf(input, compiled);
  const spec = profile.endpoints[endpoint.path];
  // A write looks at its answers for what it needs, and not for fields of the contract.
  const isRead = ({ path: [section, name] }: DescribedAnswer): boolean =>
    section === 'endpoints' && name === endpoint.path && endpoint.answer.kind !== 'write';
  const unread = unreadMembers({
    spec,
    fields: answerFields(endpoint),
    answers: [...compiled.answers.values()].filter(isRead),
    expressions: compiled.expressions.filter((one) => one.endpoint === endpoint.path).map(({ text }) => text),
    specAt: (path) => valueAt(document.value, path),
    placeOf: (path) => document.place(path, 'key'),
  });
  return {
    fields: fields.map((names) => ({
      coordinate: coordinateOf(endpoint, names),
      from: spec === undefined ? [] : traceField(context, endpoint, spec, names),
    })),
    unread,
  };
}
