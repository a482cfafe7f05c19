/** A repeat after the engine has lost its own record of a write: only the lookup in the ERP prevents a second document. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import type { DataRow } from '../../core/erp-data.ts';
import { demand, demandEqual, fail, notPossible } from '../../core/outcome.ts';
import type { Body } from '../../core/requests.ts';
import { cellsOf, dataOf, rowsWritten, type WrittenRow } from '../../core/written-rows.ts';
import { refusalText } from '../../validation/errors.ts';
import { isRecord } from '../../validation/record.ts';

const base = { tag: 'fixture', clause: 'ruling: writes', mayDeviate: true } as const;

/** What differs between the endpoints that write. */
interface WriteForm {
  readonly path: Path;
  /** Field of the answer with the id of the document. */
  readonly id: string;
  readonly needs: readonly Path[];
  readonly body: (context: CheckContext) => Promise<Body>;
  /** The number by which the ERP knows the document; undefined where a request has none. */
  readonly number: ((body: Body) => string) | undefined;
}

const forms: readonly WriteForm[] = [
  {
    path: '/sale-draft',
    id: 'saleId',
    needs: ['/sale-draft', '/catalog/products/search'],
    body: ({ discovered }) => discovered.draft(),
    number: ({ poNumber }) => String(poNumber),
  },
  {
    path: '/invoices/push',
    id: 'erpInvoiceId',
    needs: ['/invoices/push'],
    body: ({ discovered }) => discovered.invoice(),
    number: ({ invoiceNumber }) => String(invoiceNumber),
  },
  {
    path: '/payments/push',
    id: 'erpPaymentId',
    needs: ['/payments/push'],
    body: async ({ discovered }) => (await discovered.payable.payments(1))[0],
    number: undefined,
  },
];

async function sendForId(context: CheckContext, { path, id }: WriteForm, body: Body): Promise<string> {
  const answer: unknown = await context.ask(path, body);
  return isRecord(answer) ? String(answer[id]) : fail('json', `${path} answered no object`);
}

/** New rows by table, for a message. */
const shownRows = (rows: readonly WrittenRow[]): string =>
  [...Map.groupBy(rows, ({ table }) => table.name)]
    .map(([name, rowsOfTable]) => `${rowsOfTable.length} in ${name}`)
    .join(', ');

const byLookup = (form: WriteForm): Check => ({
  ...base,
  id: 'read-back/repeat-by-lookup',
  path: form.path,
  title: 'a repeat after the engine has lost its record of the write finds the document in the ERP, and adds nothing',
  needs: form.needs,
  uses: ['/invoices/push', '/invoices/list'],
  async run(context) {
    const body = await form.body(context);
    const first = await sendForId(context, form, body);
    await context.restart('without its writes');
    const data = context.fixture?.data;
    const repeat = async (): Promise<void> => {
      const answer = await context.post(form.path, body);
      const lost = `without the engine's record of the write, a repeat of ${first}`;
      if (answer.status !== 200) fail('repeat', `${lost} is answered with ${answer.status}: ${refusalText(answer)}`);
      demandEqual(await sendForId(context, form, body), first, 'repeat', `${lost}: \`find\` must return its id`);
    };
    if (data === undefined) return repeat();
    const added = (await rowsWritten(data, repeat)).filter(({ isNew }) => isNew);
    demand(added.length === 0, 'repeat', `a repeat of ${first} found by lookup added rows: ${shownRows(added)}`);
  },
});

/** Texts of written rows that hold a number, and that neither identify the row nor are a declared reference. Two tables may share the number of a document. */
function markersIn(rows: readonly WrittenRow[], number: string): readonly WrittenRow[] {
  return rows.flatMap((written) => {
    const { table } = written;
    const fixed = new Set([
      ...table.key,
      ...table.references.flatMap(({ columns, isInferred }) => (isInferred ? [] : columns)),
    ]);
    const cells = cellsOf([written]).filter(({ column, value }) => value.includes(number) && !fixed.has(column.name));
    return cells.length === 0 ? [] : [{ ...written, columns: cells.map(({ column }) => column) }];
  });
}

/** A number of the same length. */
const otherNumber = (number: string): string => `OLD${number.slice(3)}`;

const lostMarker = (form: WriteForm & { readonly number: (body: Body) => string }): Check => ({
  ...base,
  id: 'read-back/lost-marker',
  path: form.path,
  title: 'a document whose number was overwritten in the ERP does not answer a repeat of that number',
  needs: form.needs,
  async run(context) {
    const data = dataOf(context);
    const body = await form.body(context);
    const number = form.number(body);
    let first = '';
    const rows = await rowsWritten(data, async () => {
      first = await sendForId(context, form, body);
    });
    const markers = markersIn(rows, number);
    if (markers.length === 0) notPossible(`no column that ${form.path} wrote holds ${number}, besides keys`);
    for (const { table, row, columns } of markers) {
      const changed: DataRow = Object.fromEntries(
        columns.map(({ name }) => [name, (row[name] ?? '').replaceAll(number, otherNumber(number))]),
      );
      await data
        .update(table, row, changed)
        .catch((error: unknown) => notPossible(`the ERP refuses another number in ${table.name}: ${String(error)}`));
    }
    await context.restart('without its writes');
    const answer = await context.post(form.path, body);
    const id = answer.status === 200 && isRecord(answer.body) ? answer.body[form.id] : undefined;
    const overwritten = markers.flatMap(({ table, columns }) => columns.map(({ name }) => `${table.name}.${name}`));
    const message = `after ${number} was overwritten in ${overwritten.join(', ')}, a repeat got the id ${first} of that document: \`find\` does not look for the number`;
    demand(id !== first, 'repeat', message, form.id);
  },
});

export const repeats: readonly Check[] = forms.flatMap((form) => {
  const { number } = form;
  return [byLookup(form), ...(number === undefined ? [] : [lostMarker({ ...form, number })])];
});
