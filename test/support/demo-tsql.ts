/**
 * Converts the demo fixture to T-SQL. Its scripts are standard SQL for the other databases; SQL Server differs in the
 * names of two types, in Unicode texts, and in UNIQUE, which allows only one NULL.
 */
import { tokenize } from '../../engine/sources/sql/text/tokens.ts';
import { dialects } from './kinds.ts';

interface Rule {
  readonly standard: RegExp;
  readonly tsql: string;
}

/** Every rule must match, so that a changed schema does not leave an unused rule. */
const rules: readonly Rule[] = [
  // Its `varchar` stores a single code page.
  { standard: /\bVARCHAR\(/g, tsql: 'NVARCHAR(' },
  // Its `timestamp` is a counter of row changes.
  { standard: /\bTIMESTAMP\(3\)/g, tsql: 'DATETIME2(3)' },
  { standard: /(\bexternal_ref \w+\(\d+\)) UNIQUE\b/g, tsql: '$1' },
  { standard: /,(\s+--.*)?\s+UNIQUE \(account_no, doc_no\)/g, tsql: '$1' },
];

const indexes = [
  'CREATE UNIQUE INDEX allocation_ref ON allocation (external_ref) WHERE external_ref IS NOT NULL;',
  'CREATE UNIQUE INDEX invoice_doc ON invoice (account_no, doc_no) WHERE doc_no IS NOT NULL;',
].join('\n');

/** The script with all text literals as Unicode literals (N'...'). */
export function unicodeTexts(script: string): string {
  return tokenize(script, dialects.mssql.lexicon)
    .map((token) => {
      const text = script.slice(token.start, token.end);
      return token.kind === 'quoted' && text.startsWith("'") ? `N${text}` : text;
    })
    .join('');
}

/** The fixture's schema. Throws if a rule does not match. */
export function tsqlSchema(schema: string): string {
  let script = schema;
  for (const { standard, tsql } of rules) {
    const changed = script.replaceAll(standard, tsql);
    if (changed === script) throw new Error(`The schema of the demo has nothing like ${standard} any more.`);
    script = changed;
  }
  return `${unicodeTexts(script)}\n${indexes}\n`;
}
