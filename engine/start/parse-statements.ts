/** Parses the statements of a profile with the grammars of their databases, without a connection. */

import type { Path } from '../base/place.ts';
import type { CheckMemory } from '../compile/check-memory.ts';
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
import { reportNoColumns } from './reporting-context.ts';

/**
 * The result of the grammars. `descriptions`: the columns of reads, by `pathKey`, if the text of the statement
 * determines them.
 */
interface ReadStatements {
  readonly descriptions: ReadonlyMap<string, StatementDescription>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The part of a message for a fault in a variant without some optional blocks. */
function omittedText({ omitted: names }: StatementVariant): string {
  return names.length === 0 ? '' : ` where ${names.map((name) => `:${name}`).join(', ')} is not given`;
}

const foreignMessages: Readonly<Record<ForeignWord['verdict'], (product: string, text: string) => string>> = {
  refused: (product, text) => `${product} does not know ${text} here.`,
  unless: (product, text) => `${product} may not know ${text} here.`,
  misread: (product, text) => `${product} gives ${text} another meaning.`,
};

function reportForeign(
  context: CompileContext,
  { title }: DatabaseKind,
  variant: StatementVariant,
  foreignWord: ForeignWord,
): void {
  context.report('SQL412', {
    ...locateInProfile(variant, foreignWord),
    ...(foreignWord.verdict === 'refused' ? {} : { severity: 'warning' as const }),
    message: foreignMessages[foreignWord.verdict](title, foreignWord.text),
    hint: foreignWord.instead,
  });
}

type Fault = Exclude<Reading, { readonly kind: 'read' }>;

function reportFault(
  context: CompileContext,
  { title, dialect }: DatabaseKind,
  { variant, usedIn }: { readonly variant: StatementVariant; readonly usedIn: Path },
  fault: Fault,
): void {
  const typo = variant.omitted.length > 0 ? inBlock(fault.range) : typoAt(variant.sql, dialect.lexicon, fault.range);
  const at = { ...locateInProfile(variant, typo?.range ?? fault.range), usedIn };
  switch (fault.kind) {
    case 'refused':
      context.report('SQL405', {
        ...at,
        message: `${title} refuses this statement${omittedText(variant)}: ${fault.message}.`,
        hint: typo?.hint ?? 'Correct the statement.',
      });
      break;
    case 'unread':
      context.report('SQL413', {
        ...at,
        severity: 'warning',
        message: `This could not be read as a statement of ${title}${omittedText(variant)}: ${fault.message}.`,
        hint: `${typo?.hint ?? 'Check it.'} The database itself decides when the service starts.`,
      });
      break;
  }
}

/**
 * Parses one statement. Reports the first variant that is not valid; returns the description of the complete
 * statement.
 */
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
  // At a start the database itself checks the statement, so doubtful findings are not reported.
  const foreign = foreignWordsIn(whole.sql, kind.dialect.lexicon, kind.statements.foreignWords).filter(
    ({ verdict }) => use === 'check' || verdict !== 'unless',
  );
  for (const foreignWord of foreign) reportForeign(context, kind, whole, foreignWord);
  if (grammar === undefined || foreign.some(({ verdict }) => verdict === 'refused')) return undefined;
  const readings = variants.map((variant) => ({ variant, reading: grammar(variant.sql) }));
  for (const { variant, reading } of readings) {
    if (reading.kind === 'read') continue;
    reportFault(context, kind, { variant, usedIn: statement.path }, reading);
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

/**
 * The type of a column in the terms of a database's description. The text does not determine whether a time has a
 * zone.
 */
function columnType({ type }: OutputColumn): ColumnType | undefined {
  return type === 'number' || type === 'date' || type === 'time' ? type : undefined;
}

/** Parses all `statements`. `use`: see `GrammarUse`. `memory`: of the check that they belong to. */
export async function readStatements(
  statements: readonly StatementToDescribe[],
  choice: VariantSelection,
  input: ProfileInput & { readonly memory: CheckMemory },
  use: GrammarUse,
): Promise<ReadStatements> {
  const diagnostics: Diagnostic[] = [];
  const descriptions = new Map<string, StatementDescription>();
  const context = createContext({ ...input, descriptions }, choice, diagnostics);
  const { memory } = input;
  for (const statement of statements) {
    const kind = databaseKindOf(context, statement.source);
    const grammar = await kind.grammar(use);
    const by = [kind.name, use];
    const reader = grammar && memory.reader(by, grammar);
    const read = (compileContext: CompileContext) => parseStatement(compileContext, statement, reader, use);
    const keptDescription = memory.statement(by, statement, context, read);
    if (keptDescription !== undefined) descriptions.set(pathKey(statement.path), keptDescription);
  }
  return { descriptions, diagnostics };
}
