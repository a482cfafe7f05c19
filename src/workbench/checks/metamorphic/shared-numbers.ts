/** Numbers, such as those of documents, that columns of two tables share though no reference says so. A copy gets a new number, and loses such rows. */
import { oncePer } from '../../../../engine/tools/index.ts';
import { type DataColumn, type DataTable, isNone } from '../core/erp-data.ts';
import { freshValues } from './fresh-values.ts';
import { type ErpRow, isCodeColumn, type Rows } from './rows.ts';

interface NumberColumn {
  readonly table: DataTable;
  readonly name: string;
  readonly type: DataColumn['type'];
  /** The rows by their number, without those that have none. */
  readonly byNumber: ReadonlyMap<string, readonly ErpRow[]>;
}

/** Two columns of which most numbers of the one are numbers of the other, too. */
interface SharedNumbers {
  readonly numbers: NumberColumn;
  readonly others: NumberColumn;
}

/** Fewer equal numbers of two columns may be equal by chance. */
const fewestShared = 2;

const isReference = ({ references }: DataTable, name: string): boolean =>
  references.some(({ columns }) => columns.includes(name));

const numberColumn = (rows: Rows, table: DataTable, { name, type }: DataColumn): NumberColumn => {
  const byNumber = Map.groupBy(rows.inTable(table), ({ row }) => row[name] ?? '');
  for (const value of [...byNumber.keys()].filter(isNone)) byNumber.delete(value);
  return { table, name, type, byNumber };
};

/**
 * Columns whose value is another one in a copy: texts that are numbers, and columns of a further unique key, such as a kind and a number. Of whole
 * numbers only those in such a key: others may be equal to ids by chance.
 */
function numberColumns(rows: Rows): readonly NumberColumn[] {
  const fresh = freshValues(rows);
  const isRenewed = (table: DataTable, column: DataColumn): boolean => {
    const { name, type } = column;
    const isUnique = !isReference(table, name) && table.uniqueKeys.some((key) => key.includes(name));
    if (type === 'integer') return isUnique && fresh.isNumber(table, column);
    return type === 'text' && (fresh.isNumber(table, column) || (isUnique && !isCodeColumn(rows, table, name)));
  };
  return rows.tables.flatMap((table) =>
    table.columns.filter((column) => isRenewed(table, column)).map((column) => numberColumn(rows, table, column)),
  );
}

/** The columns of other tables that share numbers with columns of numbers. Looked for once. */
const sharedNumbers = oncePer((rows: Rows): readonly SharedNumbers[] => {
  const others = rows.tables.flatMap((table) =>
    table.columns
      .filter(
        ({ name, type }) =>
          (type === 'text' || (type === 'integer' && !table.key.includes(name))) && !isReference(table, name),
      )
      .map((column) => numberColumn(rows, table, column)),
  );
  return numberColumns(rows).flatMap((numbers) =>
    others
      .filter(({ table, type, byNumber }) => {
        // Whole numbers of another kind, such as places in a tree, may be equal to texts by chance.
        if (table === numbers.table || type !== numbers.type) return false;
        const shared = [...numbers.byNumber.keys()].filter((value) => byNumber.has(value)).length;
        return shared >= fewestShared && shared * 2 >= Math.min(numbers.byNumber.size, byNumber.size);
      })
      .map((one) => ({ numbers, others: one })),
  );
}, new WeakMap<Rows, readonly SharedNumbers[]>());

/**
 * The column in which a row outside of a family has the number of a row of the family: the head of an invoice whose entry in the ledger is copied. As
 * `table.column`; undefined where there is none.
 */
export function sharedNumber(rows: Rows, records: readonly ErpRow[]): string | undefined {
  const family = new Set(records);
  const shared = sharedNumbers(rows).find(({ numbers, others }) =>
    records.some(
      ({ table, row }) =>
        table === numbers.table && (others.byNumber.get(row[numbers.name] ?? '') ?? []).some((one) => !family.has(one)),
    ),
  );
  return shared && `${shared.others.table.name}.${shared.others.name}`;
}
