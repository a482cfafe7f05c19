/** Amounts of a row that are the sum of rows that refer to it: the total of an order, what a payment has settled. */
import { add, compare, multiply, type Numeric, subtract, sum } from '../../../../engine/tools/index.ts';
import { absolute } from '../core/amounts.ts';
import type { DataColumn, DataReference, DataTable } from '../core/erp-data.ts';
import { numberOf } from '../core/written-rows.ts';
import type { RowRule } from './row-rule.ts';
import type { ErpRow, Rows } from './rows.ts';

/** Rows, and different sums of them, that show a rule. */
const fewestRows = 4;
const fewestSums = 3;
/** Columns of a table that are tried. */
const mostColumns = 12;
/** An ERP may round each line. */
const roundingOfRow = 0.006;

const amountOf = ({ row }: ErpRow, name: string): Numeric => numberOf(row[name]) ?? 0;

/** What a row adds to the sum, and how that is written. */
interface Term {
  readonly text: string;
  readonly evaluate: (child: ErpRow) => Numeric;
}

const measures = ({ columns, key, references }: DataTable): readonly DataColumn[] => {
  const fixed = new Set([...key, ...references.flatMap((one) => one.columns)]);
  return columns
    .filter(({ name, type }) => !fixed.has(name) && (type === 'decimal' || type === 'integer'))
    .slice(0, mostColumns);
};

/** An amount; a quantity and a price; these less a discount that is a fraction or per cent. Simple ones come first. */
function termsOf(child: DataTable): readonly Term[] {
  const columns = measures(child);
  const decimals = columns.filter(({ type }) => type === 'decimal');
  const amounts = decimals.map(({ name }): Term => ({ text: name, evaluate: (row) => amountOf(row, name) }));
  const products = decimals.flatMap((price) =>
    columns
      .filter((one) => one !== price && (one.type === 'integer' || one.name < price.name))
      .map(({ name }) => ({
        names: [name, price.name],
        text: `${name} x ${price.name}`,
        evaluate: (row: ErpRow) => multiply(amountOf(row, name), amountOf(row, price.name)),
      })),
  );
  const reduced = products.flatMap(({ names, text, evaluate }) =>
    columns
      .filter(({ name }) => !names.includes(name))
      .flatMap(({ name }): readonly Term[] => [
        {
          text: `${text} x (1 - ${name})`,
          evaluate: (row) => multiply(evaluate(row), subtract(1, amountOf(row, name))),
        },
        {
          text: `${text} x (1 - ${name} / 100)`,
          evaluate: (row) => multiply(evaluate(row), subtract(1, multiply(amountOf(row, name), 0.01))),
        },
      ]),
  );
  return [...amounts, ...products, ...reduced];
}

/** A row with those that refer to it by one reference. */
interface Family {
  readonly parent: ErpRow;
  readonly children: readonly ErpRow[];
}

const childrenOf = (rows: Rows, parent: ErpRow, child: DataTable, reference: DataReference): readonly ErpRow[] =>
  rows
    .referringTo(parent)
    .filter((one) => one.table.name === child.name && rows.targetsOf(one, reference).includes(parent));

/** Whether the amount, less another one of the row, is the sum of the term but for rounding. The sign may differ. */
function isSum({ parent, children }: Family, amount: string, less: string | undefined, { evaluate }: Term): boolean {
  const parentAmount = subtract(amountOf(parent, amount), less === undefined ? 0 : amountOf(parent, less));
  const difference = absolute(subtract(absolute(parentAmount), absolute(sum(children.map(evaluate)))));
  return compare(difference, multiply(roundingOfRow, children.length)) <= 0;
}

function ruleOf(
  families: readonly Family[],
  amount: string,
  others: readonly (string | undefined)[],
  terms: readonly Term[],
): readonly [less: string | undefined, term: Term] | undefined {
  for (const term of terms)
    for (const less of others)
      if (less !== amount && families.every((one) => isSum(one, amount, less, term))) return [less, term];
  return undefined;
}

/** The rules of sums for the rows of a table: for each amount and each table that refers to it, the simplest sum that holds in all rows. */
export function sumRulesOf(rows: Rows, table: DataTable, records: readonly ErpRow[]): readonly RowRule[] {
  const amounts = measures(table).filter(({ type }) => type === 'decimal');
  const children = rows.tables.flatMap((child) =>
    child.references.flatMap((reference) => (reference.table === table.name ? [{ child, reference }] : [])),
  );
  return children.flatMap(({ child, reference }) => {
    const families = records.flatMap((parent): readonly Family[] => {
      const childRows = childrenOf(rows, parent, child, reference);
      return childRows.length === 0 ? [] : [{ parent, children: childRows }];
    });
    const terms = termsOf(child);
    return amounts.flatMap(({ name: amount }): readonly RowRule[] => {
      const used = families.filter(({ parent }) => compare(amountOf(parent, amount), 0) !== 0);
      const different = new Set(used.map(({ parent }) => String(amountOf(parent, amount))));
      if (used.length < fewestRows || different.size < fewestSums) return [];
      const others = [undefined, ...amounts.map(({ name }) => name)];
      const [less, term] = ruleOf(families, amount, others, terms) ?? [];
      if (term === undefined) return [];
      return [
        (now, parent) => {
          const childRows = childrenOf(now, parent, child, reference);
          if (childRows.length === 0 || isSum({ parent, children: childRows }, amount, less, term)) return undefined;
          const further = less === undefined ? '' : ` and ${less}`;
          const text = `${table.name}.${amount} is ${parent.row[amount] ?? 'NULL'}, and the sum of ${term.text} in the rows of ${child.name} that refer to it${further} is ${add(sum(childRows.map(term.evaluate)), less === undefined ? 0 : amountOf(parent, less))}; they are equal in all ${families.length} rows of the ERP`;
          return { text, value: parent.row[amount] ?? undefined };
        },
      ];
    });
  });
}
