/** A row with all rows that belong to it: those that refer to it, directly or through others, and those that these alone refer to. */
import type { DataReference, DataTable } from '../core/erp-data.ts';
import { type ErpRow, isCodeColumn, isNone, type Rows } from './rows.ts';

export interface Family {
  readonly root: ErpRow;
  /** Each row after those that it refers to, as far as there is such an order. */
  readonly records: readonly ErpRow[];
  /** Rows that belong to another root, too, such as a payment of the invoices of two customers. They are not in `records`. */
  readonly shared: readonly ErpRow[];
}

/** The references of a row to rows that are not in the family. */
const outside = (rows: Rows, record: ErpRow, family: ReadonlySet<ErpRow>): readonly ErpRow[] =>
  rows.referredToBy(record).filter((target) => !family.has(target));

/** Whether a row belongs to another root: a path of references leads to it through tables of the family. */
function isOfAnother(rows: Rows, from: ErpRow, root: ErpRow, tables: ReadonlySet<string>): boolean {
  const seen = new Set<ErpRow>();
  const queue = [from];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next) || next === root || !tables.has(next.table.name)) continue;
    if (next.table === root.table) return true;
    seen.add(next);
    queue.push(...rows.referredToBy(next));
  }
  return false;
}

/** Rows of a table that show that few rows share one of them, and the rows that refer to most of them. */
const fewestOwned = 3;
const mostOwners = 2;

const detailTablesOf = new WeakMap<Rows, ReadonlySet<DataTable>>();

/** The tables whose rows belong to one or two rows each, such as addresses that another table assigns to customers. Looked for once. */
function detailTables(rows: Rows): ReadonlySet<DataTable> {
  const isDetail = (table: DataTable): boolean => {
    const counts = rows.of(table).flatMap((one) => rows.referringTo(one).length || []);
    const median = counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
    return counts.length >= fewestOwned && median <= mostOwners;
  };
  const tables = detailTablesOf.get(rows) ?? new Set(rows.tables.filter(isDetail));
  detailTablesOf.set(rows, tables);
  return tables;
}

/** The references of a row, without those of few values, which are codes, such as a currency. */
const ownReferences = (rows: Rows, { table }: ErpRow): readonly DataReference[] =>
  table.references.filter(({ columns }) => !columns.some((column) => isCodeColumn(rows, table, column)));

/** The row whose key a row has as its own key: a transaction that is an invoice. */
const supertypesOf = (rows: Rows, record: ErpRow): readonly ErpRow[] =>
  record.table.references
    .filter(
      ({ columns }) => columns.length === 1 && columns[0] === record.table.key[0] && record.table.key.length === 1,
    )
    .flatMap((reference) => rows.targetsOf(record, reference));

/** The rows of details that a row refers to, that rows of its family alone refer to, and that refer to no other row themselves. */
function ownDetails(rows: Rows, record: ErpRow, family: ReadonlySet<ErpRow>): readonly ErpRow[] {
  const details = detailTables(rows);
  const isInside = (one: ErpRow): boolean => family.has(one);
  return ownReferences(rows, record)
    .filter(({ table }) => table !== record.table.name)
    .flatMap((reference) => rows.targetsOf(record, reference))
    .filter(
      (one) =>
        details.has(one.table) &&
        rows.referringTo(one).every(isInside) &&
        ownReferences(rows, one).every((reference) => rows.targetsOf(one, reference).every(isInside)),
    );
}

/** Which rows a family has. */
export interface FamilyScope {
  /** Rows at most. */
  readonly most: number;
  /** Rows that are no part of it, and not shared either. */
  readonly isLeftOut?: ((record: ErpRow) => boolean) | undefined;
  /** A row that the root refers to, and that belongs to the root alone: the company of an account. */
  readonly owned?: ErpRow | undefined;
}

function reached(
  rows: Rows,
  root: ErpRow,
  isBanned: (record: ErpRow) => boolean,
  { most, owned }: FamilyScope,
): ReadonlySet<ErpRow> | undefined {
  const family = new Set([root, ...(owned === undefined ? [] : [owned])]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const record of family) {
      for (const one of [...rows.referringTo(record), ...supertypesOf(rows, record)])
        if (!isBanned(one)) family.add(one);
      if (family.size > most) return undefined;
    }
    const details = [...family].flatMap((record) => ownDetails(rows, record, family));
    for (const one of details) if (one.table !== root.table && !isBanned(one)) family.add(one);
  }
  return family;
}

/** Each row after those that it refers to. */
export function ordered(rows: Rows, family: ReadonlySet<ErpRow>): readonly ErpRow[] {
  const placed = new Set<ErpRow>();
  const begun = new Set<ErpRow>();
  const place = (record: ErpRow): void => {
    if (begun.has(record)) return;
    begun.add(record);
    for (const target of rows.referredToBy(record)) if (family.has(target)) place(target);
    placed.add(record);
  };
  for (const record of family) place(record);
  return [...placed];
}

/** Undefined where more rows belong to the root than the scope allows. */
export function familyOf(rows: Rows, root: ErpRow, scope: FamilyScope): Family | undefined {
  const { isLeftOut = () => false } = scope;
  const banned = new Set<ErpRow>();
  for (;;) {
    const family = reached(rows, root, (one) => banned.has(one) || isLeftOut(one), scope);
    if (family === undefined) return undefined;
    const tables = new Set([...family].map(({ table }) => table.name));
    const shared = [...family].filter(
      (record) => record !== root && outside(rows, record, family).some((one) => isOfAnother(rows, one, root, tables)),
    );
    if (shared.length === 0) return { root, records: ordered(rows, family), shared: [...banned] };
    for (const record of shared) banned.add(record);
  }
}

/** Whether a column numbers rows within others, such as the lines of a document: it begins anew with each value of the other columns of the key. */
function isCounter(rows: Rows, table: DataTable, column: string): boolean {
  if (table.key.length < 2 || !table.key.includes(column)) return false;
  const others = table.key.filter((name) => name !== column);
  const groups = Map.groupBy(rows.of(table), ({ row }) => JSON.stringify(others.map((name) => row[name])));
  const firsts = [...groups.values()].map((own) => Math.min(...own.map(({ row }) => Number(row[column]))));
  return firsts.length > 1 && Number.isFinite(firsts[0]) && new Set(firsts).size === 1;
}

/** The values of a table's first key column in these rows. */
const keysOf = (table: DataTable, all: readonly ErpRow[]): ReadonlySet<string> =>
  new Set(all.flatMap(({ row }) => row[table.key[0] ?? ''] ?? []));

const isWithin = (values: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...values].every((value) => all.has(value));

/** Columns that may refer to a row though no reference says so. */
function undeclaredReferences(rows: Rows, table: DataTable): readonly string[] {
  const known = new Set([
    ...(table.key.length === 1 ? table.key : []),
    ...table.references.flatMap(({ columns }) => columns),
  ]);
  return table.columns
    .filter(({ type }) => type === 'integer' || type === 'text' || type === 'other')
    .map(({ name }) => name)
    .filter((name) => !known.has(name) && !isCounter(rows, table, name));
}

/** The values of a column in these rows, without NULL and what stands for it. */
const valuesIn = (all: readonly ErpRow[], name: string): ReadonlySet<string> =>
  new Set(all.flatMap(({ row }) => (isNone(row[name]) ? [] : (row[name] ?? []))));

/** Whether a code names a table: `customer`, or `part` for `parts`. */
const namesTable = (code: string | null | undefined, { name }: DataTable): boolean => {
  const [short, long] = [code?.toLowerCase() ?? '', name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  return short !== '' && ['', 's', 'es'].some((plural) => long === `${short}${plural}`);
};

/** The values that a column may have as references to a table: of all rows, and of those with a code that names the table, since other codes may name others. */
function referenceValues(
  rows: Rows,
  table: DataTable,
  name: string,
  { outside, target }: { readonly outside: readonly ErpRow[]; readonly target: DataTable },
): readonly ReadonlySet<string>[] {
  const codes = table.columns.filter(({ type, name: code }) => type === 'text' && isCodeColumn(rows, table, code));
  const coded = codes.map(({ name: code }) => outside.filter(({ row }) => namesTable(row[code], target)));
  return [outside, ...coded].map((all) => valuesIn(all, name));
}

/**
 * A column that may refer to rows of a family though no reference says so: each of its values is the key of a row in a table of the family, and a row
 * outside of the family has one of the family. As `table.column`; undefined where there is none.
 */
export function unknownReference(rows: Rows, { records }: Pick<Family, 'records'>): string | undefined {
  const family = new Set(records);
  const targets = [...Map.groupBy(records, ({ table }) => table)].flatMap(([target, own]) =>
    target.key.length === 1 ? [{ target, own: keysOf(target, own), all: keysOf(target, rows.of(target)) }] : [],
  );
  for (const table of rows.tables) {
    for (const name of undeclaredReferences(rows, table)) {
      const outside = rows.of(table).filter((one) => !family.has(one));
      const mayRefer = ({ target, own, all }: (typeof targets)[number]): boolean =>
        referenceValues(rows, table, name, { outside, target }).some(
          (values) => values.size > 1 && [...values].some((value) => own.has(value)) && isWithin(values, all),
        );
      if (targets.some(mayRefer)) return `${table.name}.${name}`;
    }
  }
  return undefined;
}

/**
 * Whether a row of a family may name a row outside of it, of its own table, in an optional column that no reference declares: the lines of a progress
 * invoice name those of the invoice before.
 */
export function namesRelative(rows: Rows, { records }: Pick<Family, 'records'>): boolean {
  return [...Map.groupBy(records, ({ table }) => table)].some(([table, own]) => {
    if (table.key.length !== 1) return false;
    const [all, inside] = [keysOf(table, rows.of(table)), keysOf(table, own)];
    return undeclaredReferences(rows, table).some((name) => {
      const named = rows.of(table).filter(({ row }) => !isNone(row[name]));
      const values = valuesIn(named, name);
      // A code, such as the kind of a document, has the same values again and again; few rows name the same relative.
      const isReference = named.length < rows.of(table).length && values.size * 2 >= named.length;
      return isReference && isWithin(values, all) && !isWithin(valuesIn(own, name), inside);
    });
  });
}

/** A reference with the name of its table: Tryton writes `sale.line,12` for the row 12 of sale_line. */
const textReference = /^([a-z_][\w.]*),(\d+)$/i;

/** Whether a row of a family names a row outside of it in a text with the name of its table: the line of an order that a line of an invoice is for. */
export function namesByText(rows: Rows, { records }: Pick<Family, 'records'>): boolean {
  const family = new Set(records);
  const tables = new Map(rows.tables.map((table) => [table.name.toLowerCase(), table]));
  const isOutside = (value: string | null): boolean => {
    const [, name = '', id] = textReference.exec(value ?? '') ?? [];
    const table = tables.get(name.replaceAll('.', '_').toLowerCase());
    const [key, ...more] = table?.key ?? [];
    if (table === undefined || key === undefined || more.length > 0) return false;
    return rows.of(table).some((one) => one.row[key] === id && !family.has(one));
  };
  return records.some(({ row }) => Object.values(row).some(isOutside));
}

/** Tables that a text names at most. */
const namedTables = 5;

/** How many rows of each table a family has: `1 customer, 3 customer_address`. */
export function familyText({ records }: Pick<Family, 'records'>): string {
  const byTable = [...Map.groupBy(records, ({ table }) => table.name)];
  const named = byTable.slice(0, namedTables).map(([name, own]) => `${own.length} ${name}`);
  const others = byTable.slice(namedTables).reduce((count, [, own]) => count + own.length, 0);
  return [...named, ...(others === 0 ? [] : [`${others} rows of other tables`])].join(', ');
}
