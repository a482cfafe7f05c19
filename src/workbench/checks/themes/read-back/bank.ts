/** The bank account of a payment is stored: payments on two accounts differ in a column in which payments on one do not. */
import type { Check } from '../../core/check.ts';
import { demand, lacks } from '../../core/outcome.ts';
import { cellsOf, dataOf, rowsWritten } from '../../core/written-rows.ts';
import { refusalText } from '../../validation/errors.ts';

const path = '/payments/push';

/** The values of each written column, a line for each row. */
type Columns = ReadonlyMap<string, string>;

/** A column that has the same account as a whole value for payments on either account. */
const stayingColumn = (account: string, payments: readonly Columns[]): string | undefined =>
  [...(payments[0]?.keys() ?? [])].find((name) =>
    payments.every((columns) => columns.get(name)?.split('\n').includes(account) === true),
  );

export const writtenBank: Check = {
  id: 'read-back/written-bank',
  path,
  title: 'payments on two bank accounts differ in a column in which payments on one account do not',
  clause: 'contract 4',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path],
  uses: ['/invoices/push', '/invoices/list'],
  async run(context) {
    const data = dataOf(context);
    const [one, two, other] = await context.discovered.payable.payments(3);
    if (two === undefined || other === undefined)
      return lacks('an open invoice that takes three payments', '/invoices/list');
    let refusal = '';
    /** What a payment on an account writes; undefined where the ERP refuses it. */
    const pay = async (body: typeof one, bankAccountCode: string): Promise<Columns | undefined> => {
      let isAccepted = false;
      const rows = await rowsWritten(data, async () => {
        const answer = await context.post(path, { ...body, bankAccountCode });
        isAccepted = answer.status === 200;
        if (!isAccepted) refusal ||= refusalText(answer);
      });
      const byColumn = Map.groupBy(cellsOf(rows), ({ table, column }) => `${table.name}.${column.name}`);
      const columns = new Map(
        [...byColumn].map(([name, cellsOfColumn]) => [name, cellsOfColumn.map(({ value }) => value).join('\n')]),
      );
      return isAccepted ? columns : undefined;
    };
    const banks = [...context.settings.banks, 'SBX-BANK-1', 'SBX-BANK-2'];
    let first: string | undefined;
    let columnsOfOthers: readonly [Columns, Columns] | undefined;
    for (const bank of banks) {
      if (columnsOfOthers === undefined) {
        const written = await pay(one, bank);
        const again = written && (await pay(two, bank));
        if (written !== undefined && again !== undefined) [first, columnsOfOthers] = [bank, [written, again]];
        continue;
      }
      const [written, again] = columnsOfOthers;
      const others = await pay(other, bank);
      if (others === undefined) continue;
      const differing = [...others].filter(
        ([name, value]) => written.get(name) === again.get(name) && written.get(name) !== value,
      );
      const message = `payments on the accounts ${first} and ${bank} are stored alike, but for what differs between payments on ${first}`;
      demand(differing.length > 0, 'stored', message, 'bankAccountCode');
      for (const account of [first ?? bank, bank]) {
        const staying = stayingColumn(account, [written, again, others]);
        const wrong = `payments on the accounts ${first} and ${bank} both have the account ${account} in ${staying}`;
        demand(staying === undefined, 'stored', wrong, 'bankAccountCode');
      }
      return;
    }
    lacks('two bank accounts that take a payment, named in cases or with --bank', path, refusal);
  },
};
