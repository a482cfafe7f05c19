/** Postings of the API into the sales ledger. An invoice and a receipt answer their unique reference number alone, as a text. */
import {
  type Body,
  type Database,
  dayOf,
  isBody,
  nextOf,
  numberOf,
  one,
  Refused,
  type Row,
  textOf,
} from './database.ts';

/** Transaction types of the sales ledger. */
const types = { receipt: 1, invoice: 4 } as const;

/** One number for all that is posted, whichever the ledger. */
async function nextUrn(database: Database): Promise<number> {
  const row = await one(
    database,
    `SELECT ISNULL(MAX(u.n), 0) + 1 AS number FROM (SELECT UniqueReferenceNumber AS n FROM SLPostedCustomerTran
       UNION ALL SELECT UniqueReferenceNumber FROM SLHistoricalCustomerTran UNION ALL SELECT UniqueReferenceNumber FROM SLAllocationHeader) u`,
  );
  return Number(row?.number);
}

async function accountOf(database: Database, body: Body): Promise<Row> {
  const id = numberOf(body, 'customer_id', 0);
  const found = await one(
    database,
    `SELECT a.SLCustomerAccountID AS id, a.SYSAccountStatusID AS status, a.PaymentTermsInDays AS terms, c.OneUnitBaseEquals AS rate
     FROM SLCustomerAccount a JOIN SYSCurrency c ON c.SYSCurrencyID = a.SYSCurrencyID WHERE a.SLCustomerAccountID = ${id}`,
  );
  if (found === undefined) throw new Refused(`Customer ${id} was not found.`);
  if (found.status !== '0') throw new Refused('The customer account is not active.');
  return found;
}

interface Posting {
  readonly type: number;
  /** Signed, as the ledger keeps it. */
  readonly value: string;
  readonly day: string;
  readonly due: string;
  readonly bank: string;
}

async function post(database: Database, body: Body, account: Row, posting: Posting, now: () => string): Promise<Body> {
  const { type, value, day, due, bank } = posting;
  const id = await nextOf(database, 'SLPostedCustomerTran', 'SLPostedCustomerTranID');
  const urn = await nextUrn(database);
  await database.run(
    `INSERT INTO SLPostedCustomerTran (SLPostedCustomerTranID, SLCustomerAccountID, SYSTraderTranTypeID, CBAccountID, TransactionDate,
       TransactionReference, SecondReference, GoodsValueInAccountCurrency, SalControlValueInBaseCurrency, TaxValue, AllocatedValue, DueDate,
       DocumentToBaseCurrencyRate, PostedDate, QueryCode, UniqueReferenceNumber, UserName, DateTimeCreated, DateTimeUpdated)
     VALUES (${id}, ${account.id}, ${type}, ${bank}, ${day}, ${textOf(body, 'reference', 20)}, ${textOf(body, 'second_reference', 20)}, ${value},
       ROUND(${value} / ${account.rate}, 2), 0, 0, ${due}, ${account.rate}, ${now()}, N'', ${urn}, N'Sage 200 API', ${now()}, ${now()})`,
  );
  await database.run(
    `UPDATE SLCustomerAccount SET AccountBalance = AccountBalance + ${value} WHERE SLCustomerAccountID = ${account.id}`,
  );
  return { urn: String(urn) };
}

export async function postInvoice(database: Database, body: Body, now: () => string): Promise<Body> {
  const account = await accountOf(database, body);
  const value = (
    Number(numberOf(body, 'document_goods_value', 2)) + Number(numberOf(body, 'document_tax_value', 2))
  ).toFixed(2);
  if (Number(value) < 0) throw new Refused('The value of an invoice cannot be negative.');
  const day = dayOf(body, 'transaction_date');
  const due =
    body.due_date === undefined ? `DATEADD(day, ${account.terms}, CAST(${day} AS datetime))` : dayOf(body, 'due_date');
  return post(database, body, account, { type: types.invoice, value, day, due, bank: 'NULL' }, now);
}

export async function postReceipt(database: Database, body: Body, now: () => string): Promise<Body> {
  const account = await accountOf(database, body);
  const bank = numberOf(body, 'bank_id', 0);
  if ((await one(database, `SELECT CBAccountID FROM CBAccount WHERE CBAccountID = ${bank}`)) === undefined)
    throw new Refused(`Bank ${bank} was not found.`);
  const day = dayOf(body, 'transaction_date');
  const value = `-${numberOf(body, 'cheque_value', 2)}`;
  return post(database, body, account, { type: types.receipt, value, day, due: day, bank }, now);
}

/** Sets transactions against each other. Values of an allocation have the signs of what they settle, and add up to nothing. */
export async function allocate(database: Database, body: Body, now: () => string): Promise<Body> {
  const account = await accountOf(database, body);
  const lines = Array.isArray(body.allocation_lines) ? body.allocation_lines.filter(isBody) : [];
  const values = lines.map(
    (line) => [numberOf(line, 'posted_tran_id', 0), numberOf(line, 'value_to_allocate', 2)] as const,
  );
  if (values.reduce((sum, [, value]) => sum + Math.round(Number(value) * 100), 0) !== 0)
    throw new Refused('The total of the allocation must be zero.');
  for (const [id, value] of values) {
    const open = await one(
      database,
      `SELECT GoodsValueInAccountCurrency - AllocatedValue AS rest FROM SLPostedCustomerTran
       WHERE SLPostedCustomerTranID = ${id} AND SLCustomerAccountID = ${account.id}`,
    );
    if (open === undefined) throw new Refused(`Transaction ${id} was not found for the customer.`);
    if (Math.abs(Number(value)) > Math.abs(Number(open.rest)) || Number(value) * Number(open.rest) < 0)
      throw new Refused('The value to allocate is more than the outstanding value of the transaction.');
  }
  const header = await nextOf(database, 'SLAllocationHeader', 'SLAllocationHeaderID');
  const urn = await nextUrn(database);
  const day = dayOf(body, 'allocation_date');
  await database.run(
    `INSERT INTO SLAllocationHeader (SLAllocationHeaderID, AllocationDate, UserName, SLCustomerAccountID, UniqueReferenceNumber, SLAllocationTypeID,
       IsComplete, DateTimeCreated, DateTimeUpdated)
     VALUES (${header}, ${day}, N'Sage 200 API', ${account.id}, ${urn}, 0, 1, ${now()}, ${now()})`,
  );
  for (const [id, value] of values) {
    const line = await nextOf(database, 'SLAllocationTran', 'SLAllocationTranID');
    await database.run(`INSERT INTO SLAllocationTran VALUES (${line}, ${header}, ${id}, ${value}, ${now()}, ${now()})`);
    await database.run(
      `UPDATE SLPostedCustomerTran SET AllocatedValue = AllocatedValue + ${value},
         FullSettlementDate = CASE WHEN AllocatedValue + ${value} = GoodsValueInAccountCurrency THEN ${day} ELSE FullSettlementDate END,
         DateTimeUpdated = ${now()}
       WHERE SLPostedCustomerTranID = ${id}`,
    );
  }
  return body;
}
