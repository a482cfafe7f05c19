/** What the static checks need to know about MySQL and MariaDB. */

import { advice, type ForeignWords } from '../grammar/foreign-words.ts';
import { callsOf, nextValue, rowLocks, type StatementRules } from '../statement-rules.ts';

/** Words of other databases that MySQL does not know, or reads otherwise. */
const mysqlForeignWords: ForeignWords = {
  top: ['refused', advice.limit],
  bracket: ['refused', 'Write a quoted name in backticks.'],
  doubleColon: ['refused', advice.cast],
  ilike: ['refused', advice.anyCase],
  bars: ['misread', 'Here || is OR: write CONCAT(a, b) for texts, and OR where OR is meant.'],
  plusText: ['misread', 'Here + adds numbers: write CONCAT(a, b) to put texts together.'],
  isnull: ['unless', advice.coalesce],
  nvl: ['unless', advice.coalesce],
  getdate: ['unless', advice.clock],
  len: ['unless', 'Write CHAR_LENGTH(x).'],
  dateadd: ['unless', 'Write DATE_ADD(x, INTERVAL 1 DAY).'],
};

export const mysqlStatementRules: StatementRules = {
  changes: [nextValue, /(?<![\w.$])(?:nextval|setval)(?=\s*\()/i],
  locks: rowLocks,
  outside: new RegExp(
    String.raw`\binto\s+(?:out|dump)file\b|^\s*(?:load\s+(?:data|xml)|install)\b|${callsOf('load_file', 'sys_(?:exec|eval|get|set)')}`,
    'i',
  ),
  foreignWords: mysqlForeignWords,
  decimals: {
    whenCompared: false,
    finding: (name) => ({
      message: `MySQL computes with :${name} as a binary fraction here: 1.15 * 100 is 114.99999999999999.`,
      hint: `State its type, CAST(:${name} AS DECIMAL(19, 4)).`,
    }),
  },
  describesWrappedReads: true,
  roundsWrittenNumbers: true,
};
