/** Reads the statements of a profile by the grammars of their kinds of databases, without a database. */

import type { Path } from '../base/place.ts';
import type { ProfileInput } from '../compile/compile.ts';
import { type CompileContext, createContext } from '../compile/context/context.ts';
import { databaseKindOf } from '../compile/context/sources.ts';
import {
  locateInProfile,
  pathKey,
  type StatementToDescribe,
  type StatementVariant,
} from '../compile/context/statements.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { VariantSelection } from '../profile/select-variants.ts';
import type { ColumnType, OutputColumn, StatementDescription } from '../sources/source.ts';
import { type ForeignWord, foreignWordsIn } from '../sources/sql/grammar/foreign-words.ts';
import type { Grammar, Reading } from '../sources/sql/grammar/reading.ts';
import { inBlock, typoAt } from '../sources/sql/grammar/syntax-typos.ts';
import type { DatabaseKind, GrammarUse } from '../sources/sql/kind.ts';

/** What the grammars told. `descriptions` are the columns of reads, by `pathKey`, where the statement alone names them. */
export interface ReadStatements {
  readonly descriptions: ReadonlyMap<string, StatementDescription>;
  readonly diagnostics: readonly Diagnostic[];
}

/** For a fault that only shows where optional blocks are left out. */
function without({ without: names }: StatementVariant): string {
  return names.length === 0 ? '' : ` where ${names.map((name) => `:${name}`).join(', ')} is not given`;
}

const foreignMessages: Readonly<Record<ForeignWord['verdict'], (product: string, text: string) => string>> = {
  refused: (product, text) => `${product} does not know ${text} here.`,
  unless: (product, text) => `${product} may not know ${text} here.`,
  misread: (product, text) => `${product} takes ${text} for something else.`,
};

function reportForeign(
  context: CompileContext,
  { title }: DatabaseKind,
  variant: StatementVariant,
  found: ForeignWord,
): void {
  context.report('SQL412', {
    ...locateInProfile(variant, found),
    ...(found.verdict === 'refused' ? {} : { severity: 'warning' as const }),
    message: foreignMessages[found.verdict](title, found.text),
    hint: found.instead,
  });
}

type Fault = Exclude<Reading, { readonly kind: 'read' }>;

function reportFault(
  context: CompileContext,
  { title, dialect }: DatabaseKind,
  variant: StatementVariant,
  fault: Fault,
): void {
  const typo = variant.without.length > 0 ? inBlock(fault.spot) : typoAt(variant.sql, dialect.lexicon, fault.spot);
  const at = locateInProfile(variant, typo?.spot ?? fault.spot);
  switch (fault.kind) {
    case 'refused':
      context.report('SQL405', {
        ...at,
        message: `${title} refuses this statement${without(variant)}: ${fault.message}.`,
        hint: typo?.hint ?? 'Correct the statement.',
      });
      break;
    case 'unread':
      context.report('SQL413', {
        ...at,
        severity: 'warning',
        message: `This could not be read as a statement of ${title}${without(variant)}: ${fault.message}.`,
        hint: `${typo?.hint ?? 'Look at it again.'} The database itself is asked when the service starts, and has the last word.`,
      });
      break;
  }
}

/** One statement: the first variant that is no statement is reported, and what is read of the whole one is returned. */
function parseStatement(
  context: CompileContext,
  statement: StatementToDescribe,
  grammar: Grammar | undefined,
  use: GrammarUse,
): StatementDescription | undefined {
  const kind = databaseKindOf(context, statement.source);
  const variants = statement.variants();
  const [whole] = variants;
  if (whole === undefined) return undefined;
  // At a start the database is asked, which knows better than a guess.
  const foreign = foreignWordsIn(whole.sql, kind.dialect.lexicon, kind.statements.foreignWords).filter(
    ({ verdict }) => use === 'check' || verdict !== 'unless',
  );
  for (const found of foreign) reportForeign(context, kind, whole, found);
  if (grammar === undefined || foreign.some(({ verdict }) => verdict === 'refused')) return undefined;
  const readings = variants.map((variant) => ({ variant, reading: grammar(variant.sql) }));
  for (const { variant, reading } of readings) {
    if (reading.kind === 'read') continue;
    reportFault(context, kind, variant, reading);
    return undefined;
  }
  const reading = readings[0]?.reading;
  if (reading?.kind !== 'read' || statement.verb !== 'read') return undefined;
  for (const writing of reading.writes) {
    context.report('SQL407', {
      ...locateInProfile(whole, writing),
      message: `A read must not run "${writing.word}".`,
      hint: 'A read is a SELECT. Statements that change the ERP belong under `write`, as `exec`.',
    });
  }
  if (reading.writes.length > 0 || reading.columns === undefined) return undefined;
  if (reading.columns.length === 0) reportNoColumns(context, statement.path);
  return {
    columns: reading.columns.map(({ name }) => name),
    types: reading.columns.map(columnType),
    readOnly: true,
    values: reading.columns,
  };
}

/** As a database would call it, as far as the text tells: of a time it does not tell whether it knows its zone. */
function columnType({ type }: OutputColumn): ColumnType | undefined {
  return type === 'number' || type === 'date' || type === 'time' ? type : undefined;
}

function reportNoColumns(context: CompileContext, path: Path): void {
  context.report('SQL408', {
    path,
    message: 'This read gives no columns.',
    hint: 'Name its columns after SELECT.',
  });
}

/** Reads all `statements`. For what, see `GrammarUse`. */
export async function readStatements(
  statements: readonly StatementToDescribe[],
  choice: VariantSelection,
  input: ProfileInput,
  use: GrammarUse,
): Promise<ReadStatements> {
  const diagnostics: Diagnostic[] = [];
  const descriptions = new Map<string, StatementDescription>();
  const context = createContext({ ...input, descriptions }, choice, diagnostics);
  for (const statement of statements) {
    const grammar = await databaseKindOf(context, statement.source).grammar(use);
    const known = parseStatement(context, statement, grammar, use);
    if (known !== undefined) descriptions.set(pathKey(statement.path), known);
  }
  return { descriptions, diagnostics };
}
