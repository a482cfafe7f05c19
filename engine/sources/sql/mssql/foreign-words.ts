/** Words of other databases that SQL Server does not know, or reads otherwise. */
import { advice, type ForeignWords } from '../grammar/foreign-words.ts';

export const mssqlForeignWords: ForeignWords = {
  limit: ['refused', 'Write SELECT TOP (n); rows of a list are limited by the engine itself.'],
  backtick: ['refused', 'Write a quoted name in brackets: [Name].'],
  doubleColon: ['refused', advice.cast],
  ilike: ['refused', advice.anyCase],
  bars: ['unless', 'Before SQL Server 2025, write CONCAT(a, b).'],
  booleanWord: ['unless', 'Write 1 for true and 0 for false.'],
  doubleQuotedText: ['unless', 'Write a text in single quotes; double quotes are for names.'],
  returning: ['refused', 'Write OUTPUT inserted.Id before VALUES or WHERE.'],
  ifnull: ['refused', advice.coalesce],
  nvl: ['refused', advice.coalesce],
  now: ['refused', advice.clock],
  length: ['refused', 'Write LEN(x).'],
  substr: ['refused', 'Write SUBSTRING(x, start, length).'],
  groupConcat: ['refused', "Write STRING_AGG(x, ',')."],
};
