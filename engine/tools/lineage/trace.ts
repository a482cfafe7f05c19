/** Traces a field through a read: codes, fields, attached reads, row. */
import type { Path, Place } from '../../base/place.ts';
import type { AttachSpec, BranchSpec, ReadSpec } from '../../profile/schema/index.ts';
import type { ProfileDocument } from '../../profile/yaml/document.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { compileExpression } from '../../transform/expression.ts';
import { type DescribedAnswer, describedOrigin } from './described.ts';
import type { FieldOrigin } from './origin.ts';
import type { TraceColumn } from './sql.ts';

/** A statement of the profile in its final form. */
export interface TracedStatement {
  readonly sql: string;
  readonly source: string;
  readonly databaseKind: DatabaseKind;
}

export interface TraceContext {
  readonly document: ProfileDocument;
  /** The original statement at a path of the profile; undefined if it could not be compiled. */
  readonly statementAt: (path: Path) => TracedStatement | undefined;
  /** The answer to the request of the read at a path; undefined where no description of the vendor has it. */
  readonly answerAt: (path: Path) => DescribedAnswer | undefined;
  /** The text at a path of the profile. */
  readonly textAt: (path: Path) => string;
  readonly traceColumn: TraceColumn;
}

/** Any form of a read. */
export type AnyRead = Pick<ReadSpec, 'first' | 'union' | 'attach' | 'each' | 'call'> &
  (ReadSpec | BranchSpec | AttachSpec);

const verbs = ['get', 'post', 'put', 'head'] as const;

function unknown(text: string, context: TraceContext, path: Path): FieldOrigin {
  return { kind: 'unknown', text, place: context.document.place(path, 'key'), from: [] };
}

/** The position of a column's name: its last `AS name`, if it is in the text itself and not in a part. */
function placeOf({ document, textAt }: TraceContext, path: Path, column: string): Place {
  const name = column.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const aliasMatch = [...textAt(path).matchAll(new RegExp(`\\bAS\\s+(["\`[]?${name}["\`\\]]?)(?![\\w.])`, 'giu'))].at(
    -1,
  );
  if (aliasMatch === undefined) return document.place(path);
  const [whole, named = ''] = aliasMatch;
  return document.place(path, 'value', {
    offset: aliasMatch.index + whole.length - named.length,
    length: named.length,
  });
}

/** The table columns from which a result column is computed. */
export function traceQuery(context: TraceContext, path: Path, column: string): FieldOrigin {
  const statement = context.statementAt(path);
  if (statement === undefined) return unknown('the statement could not be read', context, path);
  const { sql, source, databaseKind } = statement;
  const columnLineage = context.traceColumn(sql, column, databaseKind.polyglot);
  if (!columnLineage.ok) return unknown(`"${column}": ${columnLineage.reason}`, context, path);
  const tables = columnLineage.columns.map(
    (one): FieldOrigin => ({
      kind: 'table column',
      text: `${one.table}.${one.column}`,
      column: { source, ...one },
      from: [],
    }),
  );
  const others = columnLineage.ambiguous.map((name) =>
    unknown(`the statement does not say which table "${name}" belongs to`, context, path),
  );
  const none: FieldOrigin = { kind: 'constant', text: 'no column of a table: the statement itself gives it', from: [] };
  const from = [...tables, ...others];
  const place = placeOf(context, path, column);
  return { kind: 'result column', text: column, place, from: from.length === 0 ? [none] : from };
}

/** The names after `name.` in an expression: a column of an attached read, or members of a record. */
function membersBehind(text: string, end: number): readonly string[] {
  const [all = ''] = /^(?:(?:\[[^\]]*\])*\.`?[\p{L}_][\p{L}\p{N}_]*`?)+/u.exec(text.slice(end)) ?? [];
  return [...all.matchAll(/\.`?([\p{L}_][\p{L}\p{N}_]*)/gu)].map(([, member = '']) => member);
}

function traceExpression(context: TraceContext, read: AnyRead, path: Path, text: string, at: Path): FieldOrigin {
  const compiled = compileExpression(text);
  const place = context.document.place(at);
  if (!compiled.ok) return { kind: 'expression', text, place, from: [unknown(compiled.message, context, at)] };
  const { names, variables } = compiled.expression;
  const used = new Map(
    names.map(({ name, offset }) => {
      const rest = membersBehind(text, offset + name.length);
      return [[name, ...rest].join('.'), [name, ...rest]] as const;
    }),
  );
  const fromRow = [...used.values()].flatMap((name) => traceRow(context, read, path, name));
  const others = [...new Set(variables.map(({ name }) => name))].map(
    (name): FieldOrigin => ({ kind: 'engine', text: `$${name}`, from: [] }),
  );
  return { kind: 'expression', text, place, from: [...fromRow, ...others] };
}

/** The attached read with the first of the names. */
function traceJoined(
  context: TraceContext,
  read: AnyRead,
  path: Path,
  [name = '', ...rest]: readonly string[],
): FieldOrigin | undefined {
  for (const key of ['attach', 'each'] as const) {
    const joined = read[key]?.[name];
    if (joined === undefined) continue;
    const at = [...path, key, name];
    const from = rest.length === 0 ? [] : traceRead(context, joined, at, rest);
    return { kind: 'attached', text: name, place: context.document.place(at, 'key'), from };
  }
  return undefined;
}

/** The origin of a value before `fields` of the read are applied. */
function traceRow(context: TraceContext, read: AnyRead, path: Path, names: readonly string[]): readonly FieldOrigin[] {
  const joined = traceJoined(context, read, path, names);
  if (joined !== undefined) return [joined];
  for (const key of ['first', 'union'] as const) {
    const branches = read[key];
    if (branches === undefined) continue;
    return branches.flatMap((branch, index) => traceRead(context, branch, [...path, key, index], names));
  }
  const [name = ''] = names;
  if (read.query !== undefined) return traceColumns(context, [...path, 'query'], name);
  if (read.call !== undefined) {
    const place = context.document.place([...path, 'call']);
    return [{ kind: 'procedure', text: `${read.call.procedure}: ${name}`, place, from: [] }];
  }
  const verb = verbs.find((one) => read[one] !== undefined);
  if (verb === undefined) return [unknown('nothing gives rows here', context, path)];
  const place = context.document.place([...path, verb], 'key');
  const answer = context.answerAt(path);
  const described = answer && describedOrigin(answer, names, place);
  if (described !== undefined) return [described];
  return [{ kind: 'answer', text: `${names.join('.')} of ${verb.toUpperCase()} ${read[verb]}`, place, from: [] }];
}

/** A column by name, or the columns of the parts of a composite id. */
function traceColumns(context: TraceContext, path: Path, name: string): readonly FieldOrigin[] {
  const sql = context.statementAt(path)?.sql ?? '';
  const parts = [...sql.matchAll(/\bAS\s+["`[]([\p{L}_]\w*)\.(\w+)["`\]]/giu)]
    .filter(([, whole = '']) => whole.toLowerCase() === name.toLowerCase())
    .map(([, whole, part]) => `${whole}.${part}`);
  return (parts.length === 0 ? [name] : parts).map((column) => traceQuery(context, path, column));
}

/** The origins of a field in a read, one for each branch. `names` leads into attached lists: `lines`, `amount`. */
export function traceRead(
  context: TraceContext,
  read: AnyRead,
  path: Path,
  names: readonly string[],
): readonly FieldOrigin[] {
  const [name = ''] = names;
  const expression = read.fields?.[name];
  const from =
    expression === undefined
      ? traceRow(context, read, path, names)
      : [traceExpression(context, read, path, expression, [...path, 'fields', name])];
  if (names.length > 1 || read.codes?.[name] === undefined) return from;
  return [{ kind: 'codes', text: 'value map', place: context.document.place([...path, 'codes', name], 'key'), from }];
}
