/** Amounts of a group that customers or articles refer to, such as the discount of a branch of trade, change no price of those that do not refer to it. */
import { isDeepStrictEqual } from 'node:util';
import { questionsAbout, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { DataTable, ErpData } from '../core/erp-data.ts';
import { isAccepted } from '../core/erp-data.ts';
import { spread } from '../core/sample.ts';
import { largerAmounts } from './clone.ts';
import { type Place, rowAt, type Shown } from './places.ts';
import type { DifferenceAfterChange, Relation } from './relation.ts';
import { type ErpRow, type Rows, readRows } from './rows.ts';
import { findSubjects, shownCustomer, shownProduct } from './subjects.ts';

const path = '/pricing/resolve';
/** Groups of a table that are changed, and customers and articles whose prices are asked. */
const mostGroups = 4;
const mostCustomers = 4;
const mostProducts = 4;

/** Records whose rows refer to different groups. */
function unlike(rows: Rows, place: Place | undefined, shown: readonly Shown[], most: number): readonly Shown[] {
  const groupsIn = (one: Shown): string => {
    const record = place && rowAt(rows, place, one);
    return JSON.stringify(record?.table.references.map(({ columns }) => columns.map((name) => record.row[name])));
  };
  return spread(
    [...Map.groupBy(shown, groupsIn).values()].map(([first]) => first).filter((one) => one !== undefined),
    most,
  );
}

/** The rows that only rows of this table refer to. A currency, to which documents refer too, may be that of the company. */
function groupsOf(rows: Rows, { name: tableName, references }: DataTable): readonly ErpRow[] {
  const tables = rows.tables.filter(({ name }) => name !== tableName && references.some(({ table }) => table === name));
  return tables.flatMap((table) => {
    const groups = rows.inTable(table).filter((group) => {
      const users = rows.referringTo(group);
      return users.length > 0 && users.every((user) => user.table.name === tableName);
    });
    return spread(groups, mostGroups);
  });
}

/** The ids of records of answers whose rows do not refer to the group, nor to a row that does. */
function idsWithout(rows: Rows, place: Place, shown: readonly Shown[], group: ErpRow): ReadonlySet<string> {
  const isFree = (record: ErpRow): boolean => {
    const targets = rows.referredToBy(record);
    return ![...targets, ...targets.flatMap(rows.referredToBy)].includes(group);
  };
  return new Set(
    shown.flatMap((one) => {
      const record = rowAt(rows, place, one);
      return record !== undefined && isFree(record) ? [one.id] : [];
    }),
  );
}

/**
 * Raises the amounts of a row that only customers, or only products, refer to. A finding is a changed price of a customer or product that does
 * not refer to it. Rejects with `Concluded` where a request gets no answer, and with `OutOfTime` at the limit of steps or time.
 */
export async function otherGroups(context: CheckContext, data: ErpData): Promise<Relation> {
  const rows = await readRows(data);
  const { customers, products, customerPlace, productPlace } = await findSubjects(context, rows);
  const asked = {
    customers: unlike(rows, customerPlace, customers.map(shownCustomer), mostCustomers),
    products: unlike(rows, productPlace, products.map(shownProduct), mostProducts),
  };
  const prices = asked.customers.flatMap(({ id }) => asked.products.map((one) => [id, one.id] as const));
  const questions = questionsAbout(context, { customers: [], products: [], usages: [], prices }).filter(
    (one) => one.path === path,
  );
  const before = await takeAnswers(context, questions);
  const findings: DifferenceAfterChange[] = [];
  let compared = 0;
  const kinds = [
    { place: customerPlace, shown: asked.customers, member: 'customerErpId' },
    { place: productPlace, shown: asked.products, member: 'productErpId' },
  ] as const;
  for (const { place, shown, member } of kinds) {
    if (place === undefined) continue;
    for (const group of groupsOf(rows, place.table)) {
      const ids = idsWithout(rows, place, shown, group);
      const larger = largerAmounts(rows, group, 'column');
      const groupQuestions = questions.filter(({ body }) => ids.has(String(body[member])));
      if (Object.keys(larger).length === 0 || groupQuestions.length === 0) continue;
      await data.undone(async () => {
        if (!(await isAccepted(data.update(group.table, group.row, larger)))) return;
        compared += 1;
        for (const [text, after] of await takeAnswers(context, groupQuestions)) {
          const old = before.get(text);
          if (old === undefined || isDeepStrictEqual(old.answer, after.answer)) continue;
          const difference = { question: { path: after.path, body: after.body }, member: 'systemUnitPrice' } as const;
          const change = `${Object.keys(larger).join(' and ')} of a row of ${group.table.name} was raised, to which this one does not refer`;
          findings.push({
            difference: { ...difference, before: old.answer.systemUnitPrice, after: after.answer.systemUnitPrice },
            change,
          });
        }
      });
    }
  }
  return { findings, compared: new Set(compared === 0 ? [] : [path]), gaps: [] };
}
