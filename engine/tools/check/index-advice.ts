/** Advice about indexes: where the database reads all rows of a large table for a search, a page, `since` or a condition. */

import { isSameName } from '../../base/compare.ts';
import { localDateTime } from '../../base/local-time.ts';
import { ownMember } from '../../base/members.ts';
import type { CompileContext } from '../../compile/context/context.ts';
import { pathKey, type SentRead, type StatementToDescribe } from '../../compile/context/statements.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { VariantSelection } from '../../profile/select-variants.ts';
import {
  type BoundStatement,
  type CallContext,
  SourceError,
  type SqlValue,
  type StatementDescription,
} from '../../sources/source.ts';
import type { ReferenceReader } from '../../sources/sql/grammar/references.ts';
import type { IndexRules, NewIndex, WholeRead } from '../../sources/sql/index-rules.ts';
import type { Lexicon } from '../../sources/sql/text/tokens.ts';
import { wordsOf } from '../../sources/sql/text/words.ts';
import type { SinceTerm } from '../../sources/sql/text/wrap.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import { databaseMessage, isUnreachable, statementTimeoutMs } from '../../start/statement-error.ts';
import { conditionNeeds, extremeVariants, type PlacedNeed, type SentForm, tablesIn, wrapNeeds } from './index-needs.ts';
import { knownValue, type SourceCheck } from './known-values.ts';

/** Estimated rows from which a table counts as large. */
const largeTable = 10_000;

interface IndexAdvice extends SourceCheck {
  readonly statements: readonly StatementToDescribe[];
  /** By `pathKey`. */
  readonly descriptions: ReadonlyMap<string, StatementDescription>;
  readonly choice: VariantSelection;
}

/** A text that no name contains, so that the plan is the one for few hits. */
const rareText = 'zq7xw';

function sinceSample({ columns, value }: SinceTerm, now: number, clock: string): readonly SqlValue[] {
  const time = localDateTime(now, clock);
  const last = { text: time.slice(0, 19), integer: Math.floor(now / 1000), binary: '00000000ffffffff' }[value];
  return columns.length === 1 ? [last] : [time.slice(0, 10), value === 'text' ? time.slice(11, 19) : last];
}

/** The statement without its clause `FOR UPDATE` or `FOR SHARE`. */
function withoutLock(sql: string, lexicon: Lexicon): string {
  const words = wordsOf(sql, lexicon);
  const lock = words.find(
    ({ kind, text, depth }, index) =>
      kind === 'name' &&
      text === 'for' &&
      depth === 0 &&
      /^(?:update|share|no|key)$/.test(words[index + 1]?.text ?? ''),
  );
  return lock === undefined ? sql : sql.slice(0, lock.offset);
}

/** The statement as a request sends it, with values that are known, and `unknown` in place of the others. */
function boundAs(
  { statement, wrap }: SentRead,
  form: SentForm,
  advice: IndexAdvice,
  unknown: SqlValue,
): BoundStatement {
  const { name, input, now } = advice;
  const clock = ownMember(input.profile.sources, name)?.clock ?? 'UTC';
  const { sql, ...bound } = statement.bind({
    value: (wanted) => knownValue(wanted, advice) ?? unknown,
    isGiven: () => form.blocks,
    search: form.search ? rareText : '',
    since: form.since ? wrap.since?.flatMap((term) => sinceSample(term, now(), clock)) : undefined,
    limit: 500,
  });
  // A lock does not change the plan, and a session that only reads refuses it.
  return { ...bound, sql: withoutLock(sql, advice.source.databaseKind.dialect.lexicon) };
}

interface Examined {
  readonly statement: StatementToDescribe;
  readonly sent: SentRead;
  readonly needs: readonly PlacedNeed[];
  readonly tables: ReadonlyMap<string, string>;
}

/** What a read needs of indexes; undefined where the statement cannot be analysed. */
async function examine(
  statement: StatementToDescribe,
  references: ReferenceReader,
  { source, descriptions }: IndexAdvice,
  call: CallContext,
): Promise<Examined | undefined> {
  const sent = statement.sent?.();
  const variants = extremeVariants(statement);
  const [complete] = variants;
  const columns = descriptions.get(pathKey(statement.path))?.columns;
  if (sent === undefined || complete === undefined || columns === undefined) return undefined;
  const reading = references(complete.sql);
  if (!reading.ok) return undefined;
  const tables = tablesIn(reading.scope);
  const { dialect } = source.databaseKind;
  const origins = (await source.origins?.(withoutLock(complete.sql, dialect.lexicon), call)) ?? [];
  const conditions = variants.flatMap((one) => conditionNeeds(one, sent, tables, dialect));
  return { statement, sent, tables, needs: [...wrapNeeds(sent, statement.path, { columns, origins }), ...conditions] };
}

/** Whether the plan reads all rows of the table for the need. The first rows in the order of an index are a page. */
function readsWhole(need: PlacedNeed, reads: readonly WholeRead[], tables: ReadonlyMap<string, string>): boolean {
  return reads.some(({ table, ordered }) => {
    const name = (tables.get(table.toLowerCase()) ?? table).split('.').at(-1);
    return isSameName(name, need.table.table) && !(need.use === 'order' && ordered);
  });
}

/** What the catalogue says about the table of a need. */
interface TableFacts {
  readonly rows: number;
  readonly isServed: boolean;
  /** By column in lower case: its type, as in a declaration. */
  readonly types: ReadonlyMap<string, string>;
}

async function factsOf(
  need: PlacedNeed,
  { source }: IndexAdvice,
  rules: IndexRules,
  call: CallContext,
): Promise<TableFacts> {
  const [count] = await source.read(rules.rowCount(need.table), call);
  const rows = Number(count?.rows ?? 0);
  if (rows < largeTable) return { rows, isServed: true, types: new Map() };
  const columns = await source.read(source.databaseKind.catalogue.columnsOf(need.table), call);
  const types = new Map(columns.map(({ name, type }) => [String(name).toLowerCase(), String(type)]));
  const indexes = await source.read(rules.indexesOf(need.table), call);
  const isKnown = need.columns.every((column) => types.has(column.toLowerCase()));
  return { rows, isServed: !isKnown || indexes.some((index) => rules.serves(index, need)), types };
}

const purposes: Readonly<Record<PlacedNeed['use'], (name: string) => string>> = {
  equal: (name) => `The condition on ${name}`,
  range: (name) => `\`since\` by ${name}`,
  order: (name) => `Each page in the order of ${name}`,
  words: (name) => `The search for words in ${name}`,
  prefix: (name) => `The search in ${name}`,
  exact: (name) => `The search in ${name}`,
};

function report(
  context: CompileContext,
  need: PlacedNeed,
  { rows }: TableFacts,
  index: NewIndex,
  isCertain: boolean,
): void {
  const number = Number(rows.toPrecision(2)).toLocaleString('en-US');
  const message = `${purposes[need.use](need.name)} ${isCertain ? 'reads' : 'may read'} all rows of ${need.table.table} (about ${number}): no index serves it.`;
  const hint = [`An index would serve it: ${index.sql}`, ...(index.note === undefined ? [] : [index.note])].join('\n');
  context.report('SQL426', { ...need.at, severity: 'advice', message, hint });
}

/** The advice for one read. `advisedIndexes`: indexes that were advised before. */
async function adviseRead(
  examined: Examined,
  advice: IndexAdvice,
  context: CompileContext,
  advisedIndexes: Set<string>,
): Promise<void> {
  const { source, now } = advice;
  const rules = source.databaseKind.indexes;
  if (rules === undefined) return;
  const call = (): CallContext => ({ deadline: now() + statementTimeoutMs });
  const { wholeReads } = rules;
  const plans = new Map<string, readonly WholeRead[]>();
  const planOf = async (need: PlacedNeed, read: NonNullable<typeof wholeReads>): Promise<readonly WholeRead[]> => {
    const bound = boundAs(examined.sent, need.form, advice, rules.unknownValue);
    const reads = plans.get(bound.sql) ?? (await source.snapshot(call(), (session) => read(session, bound)));
    plans.set(bound.sql, reads);
    return reads;
  };
  for (const need of examined.needs) {
    const facts = await factsOf(need, advice, rules, call());
    if (facts.isServed) continue;
    const isWhole = wholeReads === undefined || readsWhole(need, await planOf(need, wholeReads), examined.tables);
    const index = isWhole ? rules.create(need, facts.types) : undefined;
    if (index === undefined || advisedIndexes.has(index.sql)) continue;
    advisedIndexes.add(index.sql);
    report(context, need, facts, index, wholeReads !== undefined);
  }
}

/**
 * Reports reads of all rows of large tables, with an index that would prevent them. Runs no statement of the profile. Does nothing for a database whose
 * indexes the engine does not know. A read whose plan the database does not show is reported as not checked.
 */
export async function adviseIndexes(advice: IndexAdvice): Promise<readonly Diagnostic[]> {
  const { source, statements, choice, input, now } = advice;
  const diagnostics: Diagnostic[] = [];
  if (source.databaseKind.indexes === undefined) return diagnostics;
  const context = createReportingContext(input, diagnostics, choice);
  const references = await source.databaseKind.references();
  const advisedIndexes = new Set<string>();
  for (const statement of statements) {
    try {
      const examined = await examine(statement, references, advice, { deadline: now() + statementTimeoutMs });
      if (examined !== undefined) await adviseRead(examined, advice, context, advisedIndexes);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const message = `Whether an index serves this read was not checked: ${databaseMessage(error.message)}`;
      const hint = 'Look at the plan of the statement in the database yourself.';
      context.report('SQL426', { path: statement.path, severity: 'advice', message, hint });
      if (isUnreachable(error)) break;
    }
  }
  return diagnostics;
}
