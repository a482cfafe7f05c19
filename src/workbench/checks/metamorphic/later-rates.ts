/** A rate of a later day changes no price and no balance of today. */
import { differences } from '../core/answer-differences.ts';
import { questionsAbout, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { DataTable, ErpData } from '../core/erp-data.ts';
import { isAccepted } from '../core/erp-data.ts';
import { localDay, zoneOf } from '../core/erp-time.ts';
import { spread } from '../core/sample.ts';
import { daysOf } from '../core/written-rows.ts';
import { plusDays } from '../validation/days.ts';
import { auditName } from './audit-columns.ts';
import { largerAmounts } from './clone.ts';
import { currenciesOf } from './currencies.ts';
import { freshValues } from './fresh-values.ts';
import type { DifferenceAfterChange, Relation } from './relation.ts';
import { type ErpRow, type Rows, readRows } from './rows.ts';
import { findSubjects } from './subjects.ts';

const paths = ['/pricing/resolve', '/credit/customer'] as const;
const mostCustomers = 8;
const mostProducts = 4;
const daysAhead = 40;

const rateName = /rate|kurs|taux|cours|cambio|tasa|exchange|wechsel/i;

/** The first column with the day from which a rate counts. */
const dayColumn = ({ columns }: DataTable): string | undefined =>
  columns.find(({ name, type }) => (type === 'date' || type === 'datetime') && !auditName.test(name))?.name;

/** The newest row of each currency of a table of rates, with its column of days. */
const newestRates = (rows: Rows): readonly (readonly [record: ErpRow, day: string])[] =>
  rows.tables.flatMap((table) => {
    const day = rateName.test(table.name) ? dayColumn(table) : undefined;
    if (day === undefined) return [];
    const rates = rows
      .inTable(table)
      .filter((one) => (one.row[day] ?? null) !== null && currenciesOf(rows, one).size > 0);
    const byCurrency = Map.groupBy(rates, (one) => [...currenciesOf(rows, one)].toSorted().join());
    return [...byCurrency.values()].flatMap((ratesOfCurrency) => {
      const [newest] = ratesOfCurrency.toSorted((one, other) =>
        (other.row[day] ?? '').localeCompare(one.row[day] ?? ''),
      );
      return newest === undefined ? [] : [[newest, day] as const];
    });
  });

/**
 * Copies the newest rate of each currency to a later day, three times as high. A finding is a price or a balance that changes. Rejects with
 * `Concluded` where a request gets no answer, and with `OutOfTime` at the limit of steps or time.
 */
export async function laterRates(context: CheckContext, data: ErpData): Promise<Relation> {
  const rows = await readRows(data);
  const rates = newestRates(rows);
  const { customers, products } = await findSubjects(context, rows);
  const asked = spread(customers, mostCustomers);
  const prices = asked.flatMap(({ erpId }) =>
    spread(products, mostProducts).map(({ erpProductId }) => [erpId, erpProductId] as const),
  );
  const questions = questionsAbout(context, { customers: asked, products: [], usages: [], prices }).filter(({ path }) =>
    paths.some((one) => one === path),
  );
  const zone = zoneOf(context);
  // After today, and after each rate that the ERP already has.
  const days = rates.flatMap(([{ row }, day]) => daysOf(row[day], zone));
  const later = plusDays([...days, localDay(context.now(), zone)].toSorted().at(-1) ?? '', daysAhead);
  const before = rates.length === 0 ? new Map() : await takeAnswers(context, questions);
  const fresh = freshValues(rows);
  const findings: DifferenceAfterChange[] = [];
  let compared = 0;
  await data.undone(async () => {
    for (const [record, day] of rates) {
      const { table, row } = record;
      const changed = { ...fresh.numbersOf(table, row), ...largerAmounts(rows, record), [day]: later };
      if (await isAccepted(data.copy(table, row, { ...fresh.forKeys(table, row, changed), ...changed }))) compared += 1;
    }
    if (compared === 0) return;
    const change = `the newest rates of ${rates[0]?.[0].table.name} were copied to ${later}, three times as high`;
    for (const difference of differences(before, await takeAnswers(context, questions)))
      findings.push({ difference, change });
  });
  return { findings, compared: new Set(compared === 0 ? [] : paths), gaps: [] };
}
