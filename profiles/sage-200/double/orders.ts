/** Sales orders of the API: made live, or on hold where the customer is over the credit limit, and put on hold afterwards. */
import { type Body, type Database, dayOf, isBody, nextOf, numberOf, one, Refused, textOf } from './database.ts';

const onHold = 1;
const names: Readonly<Record<string, string>> = { '0': 'EnumDocumentStatusLive', '1': 'EnumDocumentStatusOnHold' };

interface Line {
  readonly item: string;
  readonly quantity: string;
  readonly price: string;
}

async function lineOf(database: Database, line: Body): Promise<Line> {
  if (line.line_type !== 'EnumLineTypeStandard') throw new Refused('The line type is not supported.');
  const item = numberOf(line, 'product_id', 0);
  const kept = `SELECT ItemID FROM WarehouseItem WHERE ItemID = ${item} AND WarehouseID = ${numberOf(line, 'warehouse_id', 0)}`;
  const found = await one(
    database,
    `SELECT SOPItemPrice FROM StockItem WHERE ItemID = ${item} AND StockItemStatusID = 0`,
  );
  if (found === undefined) throw new Refused(`Product ${item} was not found, or is not active.`);
  if ((await one(database, kept)) === undefined) throw new Refused(`Product ${item} is not in the warehouse.`);
  const price =
    line.selling_unit_price === undefined ? String(found.SOPItemPrice) : numberOf(line, 'selling_unit_price', 5);
  return { item, quantity: numberOf(line, 'line_quantity', 5), price };
}

async function answerOf(database: Database, id: number): Promise<Body> {
  const order = await one(
    database,
    `SELECT DocumentNo, CustomerID, CustomerDocumentNo, DocumentStatusID, SpareText1, CONVERT(varchar(23), DateTimeCreated, 126) AS made FROM SOPOrderReturn WHERE SOPOrderReturnID = ${id}`,
  );
  return {
    id,
    customer_id: Number(order?.CustomerID),
    document_no: order?.DocumentNo,
    customer_document_no: order?.CustomerDocumentNo,
    spare_text_1: order?.SpareText1,
    is_draft: false,
    date_time_created: order?.made,
  };
}

export async function createOrder(database: Database, body: Body, now: () => string): Promise<Body> {
  const customer = numberOf(body, 'customer_id', 0);
  const account = await one(
    database,
    `SELECT AccountIsOnHold, SYSCurrencyID, CreditLimit - AccountBalance AS rest FROM SLCustomerAccount WHERE SLCustomerAccountID = ${customer}`,
  );
  if (account === undefined) throw new Refused(`Customer ${customer} was not found.`);
  if (Number(account.AccountIsOnHold) === 1) throw new Refused('The customer account is on hold.');
  const lines: Line[] = [];
  for (const line of Array.isArray(body.lines) ? body.lines.filter(isBody) : [])
    lines.push(await lineOf(database, line));
  // Orders that a user is still entering have numbers that begin with ##.
  const number = await nextOf(database, "SOPOrderReturn WHERE DocumentNo LIKE '0%'", 'CAST(DocumentNo AS bigint)');
  const id = await nextOf(database, 'SOPOrderReturn', 'SOPOrderReturnID');
  const reference = textOf(body, 'customer_document_no', 30);
  const spare = textOf(body, 'spare_text_1', 100);
  const day = dayOf(body, 'document_date');
  await database.run(
    `INSERT INTO SOPOrderReturn (SOPOrderReturnID, DocumentTypeID, DocumentNo, DocumentDate, DocumentStatusID, CustomerDocumentNo, CustomerID,
       CurrencyID, ExchangeRate, SubtotalGoodsValue, TotalNetValue, TotalTaxValue, TotalGrossValue, DocumentCreatedBy, ArePricesTaxInclusive,
       ExternalReference, SpareText1, AnalysisCode1, DateTimeCreated, DateTimeUpdated)
     VALUES (${id}, 0, '${String(number).padStart(10, '0')}', ${day}, 0, ${reference}, ${customer}, ${account.SYSCurrencyID}, 1, 0, 0, 0, 0,
       N'Sage 200 API', 0, N'', ${spare}, N'', ${now()}, ${now()})`,
  );
  for (const [index, { item, quantity, price }] of lines.entries()) {
    const line = await nextOf(database, 'SOPOrderReturnLine', 'SOPOrderReturnLineID');
    await database.run(
      `INSERT INTO SOPOrderReturnLine (SOPOrderReturnLineID, SOPOrderReturnID, PrintSequenceNumber, LineTypeID, ItemCode, ItemDescription, LineQuantity,
         StockUnitLineQuantity, DespatchReceiptQuantity, UnitSellingPrice, UnitSellPriceOverridden, UnitDiscountPercent, UnitDiscountValue,
         LineTotalValue, LineTaxValue, TaxCodeID, SellingUnitDescription)
       SELECT ${line}, ${id}, ${index + 1}, 0, i.Code, i.Name, ${quantity}, ${quantity}, 0, ${price}, 1, 0, 0, ROUND(${quantity} * ${price}, 2),
         ROUND(${quantity} * ${price} * r.TaxRate / 100, 2), i.TaxCodeID, i.StockUnitName
       FROM StockItem i JOIN SYSTaxRate r ON r.SYSTaxRateID = i.TaxCodeID WHERE i.ItemID = ${item}`,
    );
    const link = await nextOf(database, 'SOPStandardItemLink', 'SOPStandardItemLinkID');
    await database.run(`INSERT INTO SOPStandardItemLink VALUES (${link}, ${line}, ${item})`);
  }
  const total = await one(
    database,
    `SELECT ISNULL(SUM(LineTotalValue), 0) AS net, ISNULL(SUM(LineTaxValue), 0) AS tax FROM SOPOrderReturnLine WHERE SOPOrderReturnID = ${id}`,
  );
  await database.run(
    `UPDATE SOPOrderReturn SET SubtotalGoodsValue = ${total?.net}, TotalNetValue = ${total?.net}, TotalTaxValue = ${total?.tax},
       TotalGrossValue = ${total?.net} + ${total?.tax},
       DocumentStatusID = CASE WHEN ${total?.net} + ${total?.tax} > ${account.rest} THEN ${onHold} ELSE 0 END
     WHERE SOPOrderReturnID = ${id}`,
  );
  return answerOf(database, id);
}

/** The endpoint of 2025 R1. */
export async function setStatus(database: Database, id: number, body: Body, now: () => string): Promise<Body> {
  const [status] = Object.entries(names).find(([, name]) => name === body.document_status) ?? [];
  if (status === undefined) throw new Refused('The document status is not valid.');
  const found = await one(database, `SELECT DocumentNo FROM SOPOrderReturn WHERE SOPOrderReturnID = ${id}`);
  if (found === undefined) throw new Refused(`Sales order ${id} was not found.`, 404);
  await database.run(
    `UPDATE SOPOrderReturn SET DocumentStatusID = ${status}, DateTimeUpdated = ${now()} WHERE SOPOrderReturnID = ${id}`,
  );
  return answerOf(database, id);
}
