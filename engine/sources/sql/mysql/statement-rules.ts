/** What the static checks need to know about MySQL and MariaDB. */
import { callsOf, nextValue, rowLocks, type StatementRules } from '../statement-rules.ts';
import { mysqlForeignWords } from './foreign-words.ts';

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
