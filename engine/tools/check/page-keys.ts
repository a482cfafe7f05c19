/** Checks in the data that the keys of paged lists identify their rows. */
import type { Path } from '../../base/place.ts';
import type { Compilation } from '../../compile/compile.ts';
import { pathKey, type StatementToDescribe, type StatementVariant } from '../../compile/context/statements.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { SourceError, type SqlValue, type StatementDescription } from '../../sources/source.ts';
import type { Slot } from '../../sources/sql/text/render.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import { databaseMessage, statementTimeoutMs } from '../../start/statement-error.ts';
import { knownValue, type SourceCheck } from './known-values.ts';

interface PageKeyCheck extends SourceCheck {
  readonly compilation: Compilation;
  readonly descriptions: ReadonlyMap<string, StatementDescription>;
}

/** A query whose rows are paged by a key. */
interface PagedQuery {
  /** Path of the read. */
  readonly path: Path;
  readonly statement: StatementToDescribe;
  readonly key: readonly string[];
}

function pagedQueries({ name, compilation }: PageKeyCheck): readonly PagedQuery[] {
  const byPath = new Map(compilation.statements.map((statement) => [pathKey(statement.path), statement]));
  return [...compilation.plan].flatMap(
    ([
      endpoint,
      {
        endpoint: { answer },
        work,
      },
    ]) => {
      if (work.kind !== 'read' || answer.kind !== 'rows' || !answer.paged) return [];
      const { rows } = work.read;
      if (rows.kind === 'expression') return [];
      return rows.branches.flatMap((branch, index): readonly PagedQuery[] => {
        if (branch.kind !== 'query' || branch.key === undefined) return [];
        const read: Path = ['endpoints', endpoint];
        const at = [read, [...read, rows.kind, index]].find((path) => byPath.has(pathKey([...path, 'query'])));
        const statement = at && byPath.get(pathKey([...at, 'query']));
        return at === undefined || statement?.source !== name ? [] : [{ path: at, statement, key: branch.key }];
      });
    },
  );
}

/** The value of a placeholder that needs no request; undefined where it needs one. */
const slotValue = (slot: Slot, check: PageKeyCheck): SqlValue | undefined =>
  slot.kind === 'value' ? knownValue(slot.name, check) : undefined;

/** The statement without its optional blocks, with its values; undefined where it needs a request. */
function withoutRequest(
  statement: StatementToDescribe,
  check: PageKeyCheck,
): { readonly sql: string; readonly values: readonly SqlValue[] } | undefined {
  const plainest = (a: StatementVariant, b: StatementVariant): StatementVariant =>
    b.omitted.length > a.omitted.length ? b : a;
  const [first, ...others] = statement.variants();
  if (first === undefined) return undefined;
  const { sql, slots = [] } = others.reduce(plainest, first);
  const values = slots.map((slot) => slotValue(slot, check));
  const keyValues = values.filter((value) => value !== undefined);
  return keyValues.length < values.length ? undefined : { sql, values: keyValues };
}

/** Reports keys that several rows share, with an example. A query that takes too long is reported as not checked. */
export async function checkPageKeys(check: PageKeyCheck): Promise<readonly Diagnostic[]> {
  const { source, compilation, descriptions, input, now } = check;
  const { dialect } = source.databaseKind;
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics, compilation.choice);
  for (const { path, statement, key } of pagedQueries(check)) {
    const query = withoutRequest(statement, check);
    const given = descriptions.get(pathKey(statement.path))?.columns ?? [];
    const columns = key.flatMap((name) => given.find((column) => column.toLowerCase() === name.toLowerCase()) ?? []);
    if (query === undefined || columns.length < key.length) continue;
    const list = columns.map((column) => dialect.quote(column)).join(', ');
    const from = `from (${query.sql}\n) q group by ${list} having count(*) > 1`;
    const sql = dialect.firstRows(`${list}, count(*) as n`, from, 1);
    const inProfile = context.profile.endpoints[String(path[1])]?.page === undefined ? path : path.slice(0, 2);
    const at = { path: [...inProfile, 'page', 'key'] };
    try {
      const [row] = await source.read({ sql, values: query.values }, { deadline: now() + statementTimeoutMs });
      if (row === undefined) continue;
      const example = columns.map((column) => `${column} = ${String(row[column])}`).join(', ');
      const message = `The key of the pages is not unique: ${row.n} rows have ${example}. A page that ends between them fails.`;
      const hint =
        'If a join multiplies the rows, correct it; otherwise add a column that distinguishes them to `page: { key }`.';
      context.report('MAP289', { ...at, message, hint });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const message = `Whether the key of the pages is unique was not checked: ${databaseMessage(error.message)}`;
      const hint = 'Count the rows of each key in the database yourself.';
      context.report('MAP289', { ...at, severity: 'warning', message, hint });
    }
  }
  return diagnostics;
}
