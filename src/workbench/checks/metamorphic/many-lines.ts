/** An invoice with many lines has all of them in the list. */
import { type Answers, type Question, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { ErpData } from '../core/erp-data.ts';
import { spread } from '../core/sample.ts';
import { isRecord, type Json } from '../validation/record.ts';
import { freshValues } from './fresh-values.ts';
import { placeOf, rowAt, type Shown } from './places.ts';
import { type DifferenceAfterChange, nothingCompared, type Relation } from './relation.ts';
import { type ErpRow, readRows } from './rows.ts';
import { OutOfTime } from './time-limit.ts';

const path = '/invoices/list';
/** Lines that are added to one invoice: more than a limit that is meant for one document. */
const added = 60;
/** Invoices whose rows are tried. */
const mostInvoices = 4;

const invoicesIn = (answers: Answers): readonly Json[] =>
  [...answers.values()].flatMap(({ answer }) =>
    Array.isArray(answer.invoices) ? answer.invoices.filter(isRecord) : [],
  );

/** The number of lines of each invoice. */
const linesIn = (answers: Answers): ReadonlyMap<string, number> =>
  new Map(
    invoicesIn(answers).map(({ erpInvoiceId, lines }) => [
      String(erpInvoiceId),
      Array.isArray(lines) ? lines.length : 0,
    ]),
  );

/**
 * Copies a line of an invoice 60 times. A finding is an invoice whose number of lines in the list is wrong. Rejects with `Concluded` where a
 * request gets no answer, and with `OutOfTime` at the limit of steps or time.
 */
export async function manyLines(context: CheckContext, data: ErpData): Promise<Relation> {
  const rows = await readRows(data);
  const fresh = freshValues(rows);
  const question: Question = { path, body: { limit: context.settings.largestPage(path) } };
  const take = async (): Promise<ReadonlyMap<string, number>> => linesIn(await takeAnswers(context, [question]));
  const first = await takeAnswers(context, [question]);
  const before = linesIn(first);
  const shown = invoicesIn(first).flatMap(({ erpInvoiceId, invoiceNumber }): readonly Shown[] =>
    before.get(String(erpInvoiceId)) === 0 ? [] : [{ id: String(erpInvoiceId), texts: [String(invoiceNumber)] }],
  );
  const place = placeOf(rows, shown);
  /** The lines after copies of a row; undefined where the database refuses one. */
  const after = ({ table, row }: ErpRow, count: number): Promise<ReadonlyMap<string, number> | undefined> =>
    data.undone(async () => {
      try {
        for (let copied = 0; copied < count; copied += 1)
          await data.copy(table, row, { ...fresh.forKeys(table, row, {}), ...fresh.numbersOf(table, row) });
      } catch (error) {
        if (error instanceof OutOfTime) throw error;
        return undefined;
      }
      return take();
    });
  for (const one of spread(shown, mostInvoices)) {
    const record = place && rowAt(rows, place, one);
    const tables = Map.groupBy(record === undefined ? [] : rows.referringTo(record), ({ table }) => table.name);
    for (const [line] of tables.values()) {
      const old = before.get(one.id) ?? 0;
      if (line === undefined || (await after(line, 1))?.get(one.id) !== old + 1) continue;
      const many = await after(line, added);
      if (many === undefined) continue;
      const findings = [...before].flatMap(([id, count]): readonly DifferenceAfterChange[] => {
        const [wanted, got] = [id === one.id ? count + added : count, many.get(id)];
        if (got === wanted) return [];
        const difference = { question, member: `invoice ${id}: number of lines`, before: count, after: got };
        return [{ difference, change: `${added} rows were added to ${line.table.name}, lines of invoice ${one.id}` }];
      });
      return { findings, compared: new Set([path]), gaps: [] };
    }
  }
  return nothingCompared({
    kind: 'missing datum',
    datum: { needs: 'an invoice with a line whose row refers to that of the invoice, and can be copied', path },
    seen: '',
  });
}
