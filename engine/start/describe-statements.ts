/**
 * Inspects the sources of a profile before the first request: connection, facts, and the databases' descriptions of
 * the statements.
 */
import type { Path } from '../base/place.ts';
import type { ProfileInput } from '../compile/compile.ts';
import type { CompileContext } from '../compile/context/context.ts';
import { pathKey, type StatementToDescribe } from '../compile/context/statements.ts';
import type { FactPlan } from '../compile/facts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { VariantSelection } from '../profile/select-variants.ts';
import { type CallContext, SourceError, type StatementDescription } from '../sources/source.ts';
import type { SqlSource } from '../sources/sql/kind.ts';
import type { AnySource } from './any-source.ts';
import { readHttpFact, readSqlFact } from './read-facts.ts';
import { createReportingContext, reportNoColumns } from './reporting-context.ts';
import { credentialsHint } from './setting-hints.ts';
import { databaseMessage, isUnreachable, reportRefusal, statementTimeoutMs } from './statement-error.ts';

export interface InspectionResult<T> {
  readonly answers: ReadonlyMap<string, T>;
  readonly diagnostics: readonly Diagnostic[];
  /** The source could not be reached; the error is for the log. */
  readonly unreachable: SourceError | undefined;
}

/** A source that is inspected for a profile. */
export interface Inspected<Source = SqlSource> {
  readonly source: Source;
  readonly input: ProfileInput;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The variants of the profile; by default those without any known fact. */
  readonly choice?: VariantSelection;
}

/** An inspection in progress. `limits`: of its next statement or request. */
function beginInspection<Source>({ source, input, now, choice }: Inspected<Source>) {
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics, choice);
  return { source, now, diagnostics, context, limits: () => ({ deadline: now() + statementTimeoutMs }) };
}

type Inspection = ReturnType<typeof beginInspection<SqlSource>>;

/** The refusal of a source. Throws any other error again, also the one of a source that is unreachable. */
function refusalIn(error: unknown): SourceError {
  if (isUnreachable(error) || !(error instanceof SourceError)) throw error;
  return error;
}

/** The procedures with the name of a call. The compiler checks whether one of them fits the call. */
async function describeProcedure(
  { context, source, limits }: Inspection,
  path: Path,
  name: string,
): Promise<StatementDescription | undefined> {
  if (source.lacksProcedures) return { columns: undefined, types: [], readOnly: undefined, procedures: 'undetermined' };
  try {
    const procedures = await source.procedures(name, limits());
    return { columns: undefined, types: [], readOnly: undefined, procedures };
  } catch (error) {
    const { message, cure = 'Correct its name.' } = refusalIn(error);
    const what = `The database cannot describe this procedure: ${databaseMessage(message)}`;
    context.report('SQL421', { path, message: what, hint: cure });
    return undefined;
  }
}

/**
 * The database's description of a statement. Undefined if the database refuses the statement, or a variant without
 * some of its optional blocks; the refusal is reported. Rejects with `SourceError` if the database is unreachable.
 */
async function describe(
  inspection: Inspection,
  { path, procedure, variants }: StatementToDescribe,
): Promise<StatementDescription | undefined> {
  if (procedure !== undefined) return describeProcedure(inspection, path, procedure);
  const { context, source, limits, now } = inspection;
  let first: StatementDescription | undefined;
  for (const variant of variants()) {
    try {
      const description = await source.describe(variant.sql, limits());
      first ??= description;
    } catch (cause) {
      const error = refusalIn(cause);
      const names = variant.omitted.map((name) => `:${name}`).join(', ');
      const what = `The database refuses this statement${names === '' ? '' : ` where ${names} is not given`}`;
      await reportRefusal(context, { path, variant, what, error }, source, now);
      return undefined;
    }
  }
  return first;
}

/**
 * The description with the forms of its search. Without them where the database's catalogue cannot be read, or a function of an index fails:
 * the search then runs in the usual form, which is a warning.
 */
async function withSearchForms(
  { context, source, limits }: Inspection,
  description: StatementDescription | undefined,
  { path, searched, variants }: StatementToDescribe,
): Promise<StatementDescription | undefined> {
  const [complete] = variants();
  if (description === undefined || searched === undefined || complete === undefined) return description;
  try {
    const searchForms = await source.searchForms?.(complete.sql, searched, limits());
    return searchForms === undefined ? description : { ...description, searchForms };
  } catch (error) {
    const { message, cure } = refusalIn(error);
    context.report('SQL427', {
      path,
      severity: 'warning',
      message: `Which indexes serve the search in ${searched.columns.join(', ')} is not known, so it runs in the usual form, lower(column) LIKE: ${databaseMessage(message)}`,
      hint:
        cure ??
        'If the message is about a function, correct that function of the index; otherwise let the login read the system catalogue. Searches work without it, but may read the whole table.',
    });
    return description;
  }
}

/**
 * Inspects items one after the other, until the source is unreachable. `inspect` returns a name and the result;
 * undefined: a finding was reported.
 */
async function inspectEach<Item, T>(
  items: readonly Item[],
  diagnostics: readonly Diagnostic[],
  inspect: (item: Item) => Promise<readonly [string, T | undefined]>,
): Promise<InspectionResult<T>> {
  const answers = new Map<string, T>();
  for (const item of items) {
    try {
      const [name, answer] = await inspect(item);
      if (answer !== undefined) answers.set(name, answer);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return { answers, diagnostics, unreachable: error };
    }
  }
  return { answers, diagnostics, unreachable: undefined };
}

/** Connects to a database. A refused login is a finding (CFG511). */
export async function testConnection(name: string, inspected: Inspected): Promise<InspectionResult<never>> {
  const { source, context, diagnostics, limits } = beginInspection(inspected);
  return inspectEach<SqlSource, never>([source], diagnostics, async () => {
    try {
      await source.probe(undefined, limits());
    } catch (error) {
      const { message, cure = 'Correct user, password or database of the connection.' } = refusalIn(error);
      const what = `The database refuses the connection: ${databaseMessage(message)}`;
      context.report('CFG511', { path: ['sources', name, 'connection'], key: true, message: what, hint: cure });
    }
    return [name, undefined];
  });
}

function readFact(fact: FactPlan, { source, input, now }: Inspected<AnySource>, call: CallContext): Promise<boolean> {
  if (fact.kind === 'http' && source.kind === 'http') return readHttpFact(fact, source, input.settings, now(), call);
  if (fact.kind === 'sql' && source.kind === 'sql') return readSqlFact(fact, source, input.settings, now(), call);
  throw new Error(`The fact ${fact.name} is not one of the source ${fact.source}`);
}

/** Reads the facts that a source decides. A fact that must be true (`else`) and is false is an error. */
export async function readFacts(
  inspected: Inspected<AnySource>,
  facts: readonly FactPlan[],
): Promise<InspectionResult<boolean>> {
  const { diagnostics, context, limits } = beginInspection(inspected);
  return inspectEach(facts, diagnostics, async (fact) => {
    try {
      const truth = await readFact(fact, inspected, limits());
      if (!truth && fact.otherwise !== undefined) {
        const hint = `Use the profile for this ERP, or connect it to the ${fact.kind === 'sql' ? 'database' : 'ERP'} that it is for.`;
        context.report('SQL414', { path: [...fact.path, 'else'], message: fact.otherwise, hint });
      }
      return [fact.name, truth];
    } catch (error) {
      reportUnreadableFact(context, fact, refusalIn(error));
      return [fact.name, undefined];
    }
  });
}

function reportUnreadableFact(context: CompileContext, fact: FactPlan, error: SourceError): void {
  if (fact.kind === 'http') {
    const message = `The ERP gives no usable answer about this fact: ${databaseMessage(error.message)}`;
    const hint =
      error.cure ??
      (error.kind === 'denied' ? credentialsHint(context, fact.source) : undefined) ??
      'Correct the request. Answers that mean "no" are named under `outcomes`, as `is: empty`.';
    context.report('REQ611', { path: fact.path, key: true, message, hint });
    return;
  }
  const message = `The database cannot decide this fact: ${databaseMessage(error.message)}`;
  const hint = 'Correct the query. If the fact also has a `table`, the query runs only if that table exists.';
  context.report('SQL406', { path: [...fact.path, 'query'], message, hint });
}

/**
 * Has a database describe statements: whether it accepts them, which columns they return, and whether reads only
 * read.
 */
export async function describeStatements(
  inspected: Inspected,
  statements: readonly StatementToDescribe[],
): Promise<InspectionResult<StatementDescription>> {
  const inspection = beginInspection(inspected);
  const { context, diagnostics } = inspection;
  return inspectEach(statements, diagnostics, async (statement) => {
    const { path, verb } = statement;
    const description = await withSearchForms(inspection, await describe(inspection, statement), statement);
    if (verb === 'read' && description?.readOnly === false) {
      const hint = 'Statements that change the ERP belong under `write`, as `exec`.';
      context.report('SQL407', { path, message: 'This read changes data.', hint });
    } else if (verb === 'read' && description?.columns?.length === 0) reportNoColumns(context, path);
    return [pathKey(path), description];
  });
}

/**
 * Has a database check reads as they are sent, with the engine's conditions, order and limit. Before, it has checked
 * only the profile's query. Does nothing if the database cannot describe such statements.
 */
export async function describeWrappedReads(
  inspected: Inspected,
  statements: readonly StatementToDescribe[],
): Promise<InspectionResult<undefined>> {
  const { source, context, diagnostics, limits, now } = beginInspection(inspected);
  const checked = source.databaseKind.statements.describesWrappedReads ? statements : [];
  return inspectEach(checked, diagnostics, async ({ path, framed }) => {
    const variant = framed?.();
    if (variant === undefined) return [pathKey(path), undefined];
    try {
      await source.describe(variant.sql, limits());
    } catch (cause) {
      const error = refusalIn(cause);
      const what =
        'The database accepts this query, but refuses it with the conditions, the order or the limit that the engine adds';
      const hint =
        'The engine puts the query in parentheses, `FROM (query) q`: remove what only an outermost SELECT can have, and order, search or page by columns that can be compared.';
      await reportRefusal(context, { path, variant, what, error, hint }, source, now);
    }
    return [pathKey(path), undefined];
  });
}
