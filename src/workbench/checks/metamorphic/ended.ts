/** Whether a flag or a day in the row of a record, or in the rows that join it to others, says that the record is no longer used. */
import { plainName } from '../core/column-names.ts';
import type { DataTable } from '../core/erp-data.ts';
import type { ErpRow, Rows } from './rows.ts';
import { unusedFlags } from './unused-flags.ts';

/** Names of days after which a record is no longer used. */
export const lastDayName =
  /^(end|ended|until)(_?(on|at|date|day))?$|valid_?(until|to|till|thru)|g(ue|ü)ltig_?bis|fin_?validit|(closed|blocked|discontinued|deactivated|terminated|archived|obsolete)_?(on|at|since|date|day)$/i;

/** A column that may say that a record is no longer used, and whether a value says so. */
type EndColumn = readonly [column: string, isEnded: (value: string) => boolean];

function endColumns(rows: Rows, table: DataTable, today: string): readonly EndColumn[] {
  const days = table.columns.filter(
    ({ name, type }) => (type === 'date' || type === 'datetime') && lastDayName.test(plainName(table, name)),
  );
  // An ERP may write a day long ago, or an empty text, for none.
  const isPast = (value: string): boolean => value > '1900' && value.slice(0, today.length) < today;
  return [
    ...unusedFlags(rows, table).map(([column, unused]): EndColumn => [column, (value) => value === unused]),
    ...days.map(({ name }): EndColumn => [name, isPast]),
  ];
}

/** Rows that join a record to others, by their table: those that give an address to customers. */
const joiningRows = (rows: Rows, record: ErpRow): readonly (readonly ErpRow[])[] => {
  const joining = rows.referringTo(record).filter(({ table }) => table.key.length > 1 && table.references.length > 1);
  return [...Map.groupBy(joining, ({ table }) => table).values()];
};

/** Rows that have the key of the record twice: the code that an article is sold by, where it is the article's own number. */
const twinRows = (rows: Rows, record: ErpRow): readonly (readonly ErpRow[])[] => {
  const [key = '', ...more] = record.table.key;
  const id = record.row[key];
  if (more.length > 0 || id === undefined || id === null) return [];
  const twins = rows
    .referringTo(record)
    .filter(({ table, row }) => table.columns.filter(({ name }) => row[name] === id).length > 1);
  return [...Map.groupBy(twins, ({ table }) => table).values()];
};

export interface Ending {
  /** Whether a column could say that the record is no longer used. */
  readonly isJudged: boolean;
  /** The cell that says so, for people: `customer.active is f`. Undefined where the record is used. */
  readonly end: string | undefined;
}

/** Of several rows that join a record to others, all must say that it is no longer used. `today`: `YYYY-MM-DD`. */
export function endingOf(rows: Rows, record: ErpRow, today: string): Ending {
  const groups = [[record], ...joiningRows(rows, record), ...twinRows(rows, record)].map((group) =>
    group.map(({ table, row }) => {
      const columns = endColumns(rows, table, today);
      const [name] = columns.find(([column, isEnded]) => isEnded(row[column] ?? '')) ?? [];
      return { isJudged: columns.length > 0, end: name && `${table.name}.${name} is ${row[name]}` };
    }),
  );
  const ended = groups.find((group) => group.every(({ end }) => end !== undefined));
  return { isJudged: groups.flat().some(({ isJudged }) => isJudged), end: ended?.[0]?.end };
}
