/**
 * The demo fixture as T-SQL. Its scripts are in standard SQL as far as the other databases go; SQL Server differs in the
 * names of two types, in texts of Unicode, and in UNIQUE, which lets NULL in once.
 */
import { tokenize } from '../../engine/sources/sql/text/tokens.ts';
import { dialects } from './kinds.ts';

interface Rule {
  readonly standard: RegExp;
  readonly tsql: string;
}

/** Each must be used, so that none is left behind when the schema changes. */
const rules: readonly Rule[] = [
  // Its `varchar` holds one code page.
  { standard: /\bVARCHAR\(/g, tsql: 'NVARCHAR(' },
  // Its `timestamp` is a counter of changes to rows.
  { standard: /\bTIMESTAMP\(3\)/g, tsql: 'DATETIME2(3)' },
  { standard: /(\bexternal_ref \w+\(\d+\)) UNIQUE\b/g, tsql: '$1' },
  { standard: /,(\s+--.*)?\s+UNIQUE \(account_no, doc_no\)/g, tsql: '$1' },
];

const indexes = [
  'CREATE UNIQUE INDEX allocation_ref ON allocation (external_ref) WHERE external_ref IS NOT NULL;',
  'CREATE UNIQUE INDEX invoice_doc ON invoice (account_no, doc_no) WHERE doc_no IS NOT NULL;',
].join('\n');

/** The script with every text in it marked as Unicode. */
export function unicodeTexts(script: string): string {
  return tokenize(script, dialects.mssql.lexicon)
    .map((token) => {
      const text = script.slice(token.start, token.end);
      return token.kind === 'quoted' && text.startsWith("'") ? `N${text}` : text;
    })
    .join('');
}

/** The fixture's schema. Throws where a rule finds nothing to do. */
export function tsqlSchema(schema: string): string {
  let script = schema;
  for (const { standard, tsql } of rules) {
    const changed = script.replaceAll(standard, tsql);
    if (changed === script) throw new Error(`The schema of the demo has nothing like ${standard} any more.`);
    script = changed;
  }
  return `${unicodeTexts(script)}\n${indexes}\n`;
}
