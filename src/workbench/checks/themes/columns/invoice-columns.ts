/** The due date and the currency of a listed invoice are those of its row. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import type { DataTable } from '../../core/erp-data.ts';
import { zoneOf } from '../../core/erp-time.ts';
import { fail, notApplicable, notPossible } from '../../core/outcome.ts';
import { daysOf } from '../../core/written-rows.ts';
import { currenciesOfDocument } from '../../metamorphic/currencies.ts';
import { placeOf, rowAt } from '../../metamorphic/places.ts';
import { type ErpRow, type Rows, withTwins } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';
import { customerInvoices, invoices, type ListedInvoice } from './listed-invoices.ts';

interface Form {
  readonly path: Path;
  readonly needs: Check['needs'];
  readonly listed: (context: CheckContext) => Promise<readonly ListedInvoice[]>;
}

const forms: readonly Form[] = [
  { path: '/invoices/list', needs: [], listed: invoices },
  { path: '/customer-invoices/list', needs: ['/catalog/customers/search'], listed: customerInvoices },
];

interface InRow {
  readonly invoice: ListedInvoice;
  readonly record: ErpRow;
}

/** The listed invoices whose row is found. */
async function invoicesInRows(context: CheckContext, rows: Rows, listed: Form['listed']): Promise<readonly InRow[]> {
  const all = await listed(context);
  const shown = all.map((invoice) => ({ invoice, id: invoice.id, texts: [invoice.also] }));
  const place = placeOf(rows, shown) ?? notPossible('no column of a table has the ids of the listed invoices');
  return shown.flatMap((one) => {
    const record = rowAt(rows, place, one);
    return record === undefined ? [] : withTwins(rows, record).map((twin) => ({ invoice: one.invoice, record: twin }));
  });
}

const dueName = /(^|_)due|^due|f(ae|ä)llig|(e|é)ch(e|é)ance|vencimiento|scadenza|vervaldatum/i;

const dueColumns = ({ columns }: DataTable): readonly string[] =>
  columns.flatMap(({ name, type }) => ((type === 'date' || type === 'datetime') && dueName.test(name) ? [name] : []));

/** Invoices with a day in a column that show its meaning. */
const fewestDays = 3;
const fewestDiffering = 2;

const dueDates = ({ path, needs, listed }: Form): Check =>
  rowsCheck({
    id: 'columns/due-dates',
    path,
    title: 'an invoice is due on the day that its row has in a column such as `due_date`',
    needs: [path, ...needs],
    async run(context, rows) {
      const all = await invoicesInRows(context, rows, listed);
      const zone = zoneOf(context);
      let isShown = false;
      for (const name of new Set(all.flatMap(({ record }) => dueColumns(record.table)))) {
        const filled = all.filter(({ record }) => daysOf(record.row[name], zone).length > 0);
        const differing = filled.filter(
          ({ invoice, record }) => !daysOf(record.row[name], zone).includes(invoice.dueDate),
        );
        if (filled.length < fewestDays) continue;
        isShown = true;
        const [first] = differing;
        // A single difference may be an exception, such as an invoice that is due in parts.
        if (first === undefined || differing.length < fewestDiffering) continue;
        const { invoice, record } = first;
        const message = `dueDate of ${invoice.also} (${invoice.id}) is ${invoice.dueDate}, and ${record.table.name}.${name} is ${record.row[name]}; so for ${differing.length} of ${filled.length} invoices with a day there`;
        fail('agreement', message, 'dueDate');
      }
      if (!isShown) notApplicable('no column of the invoices has a name such as `due_date`');
    },
  });

const currencies = ({ path, needs, listed }: Form): Check =>
  rowsCheck({
    id: 'columns/invoice-currencies',
    path,
    title: 'the currency of an invoice is one that its row names',
    needs: [path, ...needs],
    async run(context, rows) {
      const all = await invoicesInRows(context, rows, listed);
      const named = all.map((one) => ({ ...one, names: currenciesOfDocument(rows, one.record) }));
      const isNamed = ({ invoice, names }: (typeof named)[number]): boolean => names.has(invoice.currency);
      // A text such as ALL is a code, too: rows that never have the answered one name no currency.
      const wrong = named.some(isNamed) ? named.find((one) => one.names.size > 0 && !isNamed(one)) : undefined;
      if (wrong !== undefined) {
        const { invoice, names, record } = wrong;
        const message = `${invoice.also} (${invoice.id}) is in ${invoice.currency}, and its row of ${record.table.name} names ${[...names].join(', ')}`;
        fail('agreement', message, 'currency');
      }
      // In one currency, any column with it would do.
      if (new Set(named.flatMap(({ names }) => [...names])).size < 2)
        notApplicable('the rows of the listed invoices name no two currencies');
    },
  });

export const invoiceColumns: readonly Check[] = forms.flatMap((form) => [dueDates(form), currencies(form)]);
