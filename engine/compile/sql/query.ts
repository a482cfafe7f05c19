/** Compiles one SQL text: inserts its parts, resolves its names, and checks its columns against the profile. */
import type { Path } from '../../base/place.ts';
import type { QueryPlan } from '../../plan/query.ts';
import type { OutputColumn } from '../../sources/source.ts';
import { type CompiledStatement, compileStatement } from '../../sources/sql/text/statement.ts';
import type { Wrap } from '../../sources/sql/text/wrap.ts';
import { knownValues } from '../columns/column-types.ts';
import { checkDistinct, checkWrap, type NamedAt } from '../columns/reported-columns.ts';
import { absence, type Composite, compositesOf, rowCleaner, spelling } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { coveredBlocks } from '../context/coverage-points.ts';
import { idOfField } from '../context/ids.ts';
import { databaseKindOf } from '../context/sources.ts';
import { pathKey, type SentRead, type StatementVariant } from '../context/statements.ts';
import { columnNames, type Names, namesInSql } from '../names/expression-names.ts';
import { type ParameterScope, valueNames } from '../names/parameter-scope.ts';
import { checkDecimals } from './decimal-parameters.ts';
import { checkInside, checkReadOnly, originIn } from './forbidden-work.ts';
import { findLock } from './read-only.ts';
import { resolveNames } from './resolve-names.ts';
import { checkSilentMistakes } from './silent-mistakes.ts';
import { templateAt } from './sql-parts.ts';
import { checkLists } from './sql-text-checks.ts';

interface QueryInput {
  readonly path: Path;
  readonly text: string;
  readonly source: string;
  readonly verb: 'read' | 'exec';
  /** A read that runs in the transaction of a write: it may lock rows. */
  readonly inTransaction?: boolean;
  readonly scope: ParameterScope;
  readonly wrap?: Wrap;
  /** `list`: its rows are a list of the contract. `items`: they are the items of a list in each row. */
  readonly rowsRole?: 'list' | 'items';
  /** The paths at which the read names the columns of the wrap. */
  readonly namedAt?: NamedAt;
  /** Fields of the contract that the query may return, for the spelling of its columns. */
  readonly fields: readonly string[];
}

export interface CompiledQuery {
  readonly plan: QueryPlan;
  /** Names of the columns as the profile spells them, composite ids included; undefined while the database has not described the query. */
  readonly columns: readonly string[] | undefined;
  /** What is known of the columns' values; constants that mean "none" are left out. */
  readonly values: readonly OutputColumn[];
  /** The names that expressions may read from its rows. */
  readonly names: Names;
}

/** The columns of a query, as the database reports them and as the profile spells them. */
interface QueryColumns {
  readonly named: QueryPlan['columns'];
  readonly composites: readonly Composite[];
  /** Names of all columns, composite ids included; undefined while the database has not described the query. */
  readonly all: readonly string[] | undefined;
}

function columnsOf(
  context: CompileContext,
  { fields }: QueryInput,
  sql: string,
  reported: readonly string[] | undefined,
): QueryColumns {
  const named = (reported ?? []).map((reportedName) => ({ reportedName, name: spelling(reportedName, fields, sql) }));
  const names = named.map(({ name }) => name);
  const composites = compositesOf(names, (field) => idOfField(context, field));
  const all = reported === undefined ? undefined : [...names, ...composites.map(({ field }) => field)];
  return { named, composites, all };
}

/** Reports reported columns that contradict the profile. True when they are usable. */
function checkReported(context: CompileContext, input: QueryInput, columns: readonly string[] | undefined): boolean {
  if (columns === undefined) return true;
  // A read without columns is reported where the database describes it.
  if (columns.length === 0 && input.verb === 'read') return false;
  return checkDistinct(context, input, columns) && checkWrap(context, input, input.wrap ?? {}, columns, input.fields);
}

/** Whether a value selects few rows: a setting, a currency or a day is the same in many of them. */
function identifies(name: string, { request, id }: ParameterScope): boolean {
  const [head = ''] = name.split('.');
  const type = Object.hasOwn(request, head) ? request[head]?.type : undefined;
  return head === 'rows' || head === 'key' || (head === 'id' && id !== undefined) || type === 'id' || type === 'text';
}

function sentRead(input: QueryInput, statement: CompiledStatement, names: Iterable<string>): SentRead {
  const { scope, wrap = {}, namedAt = () => undefined } = input;
  return { statement, wrap, namedAt, identifying: new Set([...names].filter((name) => identifies(name, scope))) };
}

/** Shows the function that cleans a row of a statement that no database has described. */
function announceCleaner(
  context: CompileContext,
  input: QueryInput,
  sql: string,
  isAbsent: (value: unknown) => boolean,
): void {
  if (context.onFunction === undefined || input.verb !== 'read') return;
  const { named, composites } = columnsOf(context, input, sql, namesInSql(sql).all);
  const title = 'Cleans a row. No database has described the statement: its columns are the names after AS.';
  context.onFunction({ path: input.path }, title, rowCleaner(named, composites, isAbsent));
}

/** Announces to an editor what the statement may name. */
function announceScope({ onScope, descriptions }: CompileContext, input: QueryInput): void {
  if (onScope === undefined) return;
  const { path, source, verb, scope, fields, text } = input;
  const reported = descriptions.get(pathKey(path))?.columns;
  const columns = reported?.map((column) => spelling(column, fields, text)) ?? namesInSql(text).all;
  onScope({
    kind: 'statement',
    path,
    source,
    verb,
    fields,
    request: scope.request,
    values: valueNames(scope),
    columns,
  });
}

/** Compiles a query; undefined, and a report, where it cannot be compiled. */
export function compileQuery(context: CompileContext, input: QueryInput): CompiledQuery | undefined {
  const { path, text, source, verb } = input;
  announceScope(context, input);
  const databaseKind = databaseKindOf(context, source);
  const { dialect } = databaseKind;
  const template = templateAt(context, input);
  if (template === undefined) return undefined;
  checkLists(context, path, text, dialect.lexicon);
  const bare = compileStatement(template, {}, dialect);
  const { sql } = bare.sample;
  if (!checkInside(context, input, bare, databaseKind)) return undefined;
  // Checked after parts were inserted, because a part may hold the SELECT itself, or a keyword that changes data.
  if (verb === 'read' && !checkReadOnly(context, input, bare, databaseKind)) return undefined;
  const { values, optional, decimals } = resolveNames(context, input, bare);
  checkSilentMistakes(context, {
    variant: { sql, origin: originIn(path, bare.sample), omitted: [] },
    lexicon: dialect.lexicon,
    foreignWords: Object.keys(databaseKind.statements.foreignWords),
    scope: input.scope,
    rowsRole: input.rowsRole,
    isOrdered: (input.wrap?.order ?? []).length > 0,
  });
  let framed: StatementVariant | undefined;
  let sent: SentRead | undefined;
  const search = input.wrap?.search;
  context.statements.push({
    path,
    source,
    verb,
    ...(search !== undefined && { searched: search }),
    variants: () => {
      const texts = bare.variants().filter((variant) => variant.sql.trim() !== '');
      return texts.map((variant) => ({ ...variant, origin: originIn(path, variant) }));
    },
    framed: () => framed,
    sent: () => sent,
  });
  const description = context.descriptions.get(pathKey(path));
  checkDecimals(context, { path, text, databaseKind, statement: bare, sample: bare.sample, decimals, description });
  if (!checkReported(context, input, description?.columns)) return undefined;
  const columns = columnsOf(context, input, sql, description?.columns);
  const statement = compileStatement(template, input.wrap ?? {}, dialect, description?.columns);
  if (description?.columns !== undefined && statement.framed)
    framed = { ...statement.sample, origin: originIn(path, statement.sample), omitted: [] };
  if (verb === 'read' && description?.columns !== undefined) sent = sentRead(input, statement, values.keys());
  const isAbsent = absence(context.profile.sources[source]?.absent ?? []);
  const cleaner = rowCleaner(columns.named, columns.composites, isAbsent);
  if (description === undefined) announceCleaner(context, input, sql, isAbsent);
  const parameterValues = knownValues(description)
    .filter(({ literal }) => literal === undefined || !isAbsent(literal))
    .map((value) => ({ ...value, name: spelling(value.name, input.fields, sql) }));
  return {
    plan: {
      source,
      statement: coveredBlocks(context, path, bare, statement),
      values,
      optional,
      onlyReads: verb === 'read' && !bare.variants().some((variant) => findLock(variant.sql, databaseKind)),
      decimals,
      columns: columns.named,
      clean: (row) => cleaner.run(row),
    },
    columns: columns.all,
    values: parameterValues,
    names: columns.all === undefined ? namesInSql(sql) : columnNames(columns.all, parameterValues),
  };
}
