/** Price rows of other products decide no price of a product: without them it stays. A query that takes some rows of the table alone is found so. */

import { differences } from '../core/answer-differences.ts';
import { type Answers, questionsAbout, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import { type ErpData, isAccepted } from '../core/erp-data.ts';
import { Concluded } from '../core/outcome.ts';
import { spread } from '../core/sample.ts';
import { isPriceTable } from './price-tables.ts';
import { type DifferenceAfterChange, gapOfError, type Relation } from './relation.ts';
import { type ErpRow, readRows } from './rows.ts';
import { customerIds, findSubjects, productIds } from './subjects.ts';

const path = '/pricing/resolve';
/** Products of a table whose prices are asked, and customers of each. */
const mostProducts = 8;
const mostCustomers = 3;
/** Rows of a table of prices at least, and at most: of more, removing all but a few takes too long. */
const fewestRows = 4;
const largestTable = 400;

/** Removes the rows of a table of prices that refer to other products, for some products in turn. */
export async function otherPriceRows(context: CheckContext, data: ErpData): Promise<Relation> {
  const rows = await readRows(data);
  const foundSubjects = await findSubjects(context, rows);
  const [customers, products] = [customerIds(rows, foundSubjects), productIds(rows, foundSubjects)];
  const findings: DifferenceAfterChange[] = [];
  const compared = new Set<typeof path>();
  const productOf = (record: ErpRow): ErpRow | undefined => rows.referredToBy(record).find((one) => products.has(one));
  for (const table of rows.tables) {
    const all = rows.inTable(table);
    const byProduct = Map.groupBy(all, productOf);
    if (!isPriceTable(table.name) || all.length < fewestRows || all.length > largestTable) continue;
    for (const [product, rowsOfProduct] of spread([...byProduct], mostProducts)) {
      const id = product && products.get(product);
      if (id === undefined || byProduct.size < 2) continue;
      // The customers that the rows are for, alone or by a group or a list.
      const near = rowsOfProduct.flatMap(rows.referredToBy).flatMap((one) => [one, ...rows.referringTo(one)]);
      const named = near.flatMap((one) => customers.get(one) ?? []);
      const asked = spread([...new Set(named.length > 0 ? named : customers.values())], mostCustomers);
      const prices = asked.map((customer) => [customer, id] as const);
      const questions = questionsAbout(context, { customers: [], products: [], usages: [], prices }).filter(
        (question) => question.path === path,
      );
      // A row without a product may be for a category, or for all.
      const others = all.filter((one) => productOf(one) !== undefined && !rowsOfProduct.includes(one));
      try {
        const before: Answers = await takeAnswers(context, questions);
        const after = await data.undone(async () => {
          for (const { row } of others) await isAccepted(data.remove(table, row));
          return takeAnswers(context, questions);
        });
        compared.add(path);
        const change = `the ${others.length} rows of ${table.name} for other products were removed`;
        findings.push(...differences(before, after).map((difference) => ({ difference, change })));
      } catch (error) {
        if (error instanceof Concluded) throw error;
        return { findings, compared, gaps: [gapOfError(error)] };
      }
    }
  }
  return { findings, compared, gaps: [] };
}
