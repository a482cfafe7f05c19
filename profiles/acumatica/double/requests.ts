/** What Acumatica does with a request: tokens, lists, records by their key, inquiries, new documents, actions and their status. */
import { isMap, type Members } from '../../../engine/host/index.ts';
import type { HttpReply, HttpRequest, ODataRules } from '../../../src/workbench/testing/odata-double/rules.ts';
import type { ODataStore, Row } from '../../../src/workbench/testing/odata-double/store.ts';
import { access, rates, rounded } from './company.ts';
import { createDocuments, fieldIn, Invalid } from './documents.ts';
import { checkList, entityOf, keysOf, recordWith, type Shape, shapeOf } from './entities.ts';
import { foldedFilter } from './filters.ts';
import { Refused } from './refused.ts';

export const instance = '/Production';
export const base = `${instance}/entity/Default/24.200.001`;
const token = 'token-of-the-double';
/** Requests that the licence allows at the same time, and that wait. */
const allowed = 25;
const noEntity = new Refused(
  500,
  'No entity satisfies the condition.',
  'PX.Api.ContractBased.NoEntitySatisfiesTheConditionException',
);
const isGuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function login({ body }: HttpRequest): HttpReply {
  const form = new URLSearchParams(body);
  const wanted = {
    grant_type: 'password',
    client_id: access.client,
    client_secret: access.secret,
    username: access.user,
    password: access.password,
    scope: 'api',
  };
  if (Object.entries(wanted).some(([name, value]) => form.get(name) !== value))
    return { status: 400, body: { error: 'invalid_grant' } };
  return { status: 200, body: { access_token: token, expires_in: 3600, token_type: 'Bearer', scope: 'api' } };
}

function bodyOf({ body }: HttpRequest): Members {
  const value: unknown = JSON.parse(body === '' ? '{}' : body);
  if (!isMap(value)) throw new Refused(400, 'The request is invalid.');
  return value;
}

/** What a customer has used of its limit, in the base currency (CustomerMaint.customerBalance). */
function usedCredit(store: ODataStore, customer: string): number {
  const sum = (sql: string): number =>
    store
      .all(sql, customer)
      .reduce((total, { amount, currency }) => total + Number(amount) * (rates[String(currency)] ?? 1), 0);
  const documents = sum(
    "SELECT CASE Type WHEN 'Credit Memo' THEN -Balance ELSE Balance END AS amount, CuryID AS currency FROM Invoice WHERE Customer = ? AND Status <> 'On Hold'",
  );
  const paid = sum(
    "SELECT PaymentAmount AS amount, CurrencyID AS currency FROM Payment WHERE CustomerID = ? AND Status IN ('Open', 'Closed', 'Reserved')",
  );
  const applied = sum(
    "SELECT a.AmountPaid AS amount, a.CurrencyID AS currency FROM Application a JOIN Payment p ON p.Type = a.AdjustingDocType AND p.ReferenceNbr = a.AdjustingRefNbr WHERE p.CustomerID = ? AND a.Released = 1 AND p.Status <> 'Voided'",
  );
  const ordered = sum(
    "SELECT OrderTotal AS amount, CurrencyID AS currency FROM SalesOrder WHERE CustomerID = ? AND OrderType = 'SO' AND Status IN ('Open', 'Back Order', 'Shipping')",
  );
  return rounded(documents - (paid - applied) + ordered, 2);
}

function withCredit(store: ODataStore, row: Row): Row {
  const limit = Number(row.CreditVerificationRules_CreditLimit ?? 0);
  const isLimited = /Limit/.test(String(row.CreditVerificationRules_CreditVerification));
  const remaining = isLimited ? rounded(limit - usedCredit(store, String(row.CustomerID)), 2) : 0;
  return { ...row, CreditVerificationRules_RemainingCreditLimit: remaining };
}

/** Sales Prices (AR202000): the lines of a type and code, for an item, on a day. */
function pricesFor(store: ODataStore, body: Members): Members {
  const asked = (name: string): string => String(fieldIn(body, name) ?? '');
  const [type, code, day] = [asked('PriceType'), asked('PriceCode'), asked('EffectiveAsOf').slice(0, 10)];
  const rows = store.all(
    `SELECT * FROM SalesPrice WHERE InventoryID = ? COLLATE NOCASE AND PriceType = ? AND (? = '' OR PriceCode = ? COLLATE NOCASE)
      AND (EffectiveDate IS NULL OR substr(EffectiveDate, 1, 10) <= ?) AND (ExpirationDate IS NULL OR substr(ExpirationDate, 1, 10) >= ?) ORDER BY RecordID`,
    ...[asked('InventoryID'), type, code, code, day, day],
  );
  const none: Shape = { expand: [], select: undefined, custom: [] };
  return { ...body, SalesPriceDetails: rows.map((row) => entityOf(store, 'SalesPrice', row, none)) };
}

export function requestRules(store: ODataStore): ODataRules {
  const { creates, actions } = createDocuments(store);
  /** What an operation has come to: undefined where it has succeeded. */
  const operations = new Map<string, Refused | undefined>();

  const rowBy = (set: string, key: string): Row => {
    const [member = ''] = keysOf[set] ?? [];
    const row = isGuid(key)
      ? recordWith(store, set, key)
      : store.get(`SELECT * FROM "${set}" WHERE "${member}" = ? COLLATE NOCASE`, key);
    if (row === undefined) throw noEntity;
    return row;
  };

  /** What the form makes of a record: used credit is computed, and an open payment is to be applied today (ARPaymentEntry.ARPayment_RowSelecting). */
  function formRow(set: string, row: Row): Row {
    if (set === 'Customer') return withCredit(store, row);
    const isOpen = set === 'Payment' && row.Status === 'Open';
    return isOpen
      ? { ...row, ApplicationDate: new Date(store.now()).toISOString().replace(/T.*/, 'T00:00:00+00:00') }
      : row;
  }

  function record(set: string, row: Row, shape: Shape): HttpReply {
    return { status: 200, body: entityOf(store, set, formRow(set, row), shape) };
  }

  function list(set: string, request: HttpRequest, answer: () => HttpReply): HttpReply {
    const { query } = request;
    const shape = shapeOf(query);
    checkList(set, shape);
    for (const name of ['$expand', '$select', '$custom']) query.delete(name);
    const filter = query.get('$filter');
    if (filter !== null) query.set('$filter', foldedFilter(filter));
    const { status, body } = answer();
    const rows: unknown = isMap(body) ? body.value : [];
    const entities = (Array.isArray(rows) ? rows : []).filter(isMap).map((row) => {
      const key = keysOf[set] ?? [];
      const where = key.map((name) => `"${name}" = ?`).join(' AND ');
      const stored = store.get(`SELECT * FROM "${set}" WHERE ${where}`, ...key.map((name) => String(row[name])));
      return entityOf(store, set, stored ?? {}, shape);
    });
    return { status, body: JSON.stringify(entities) };
  }

  function put(set: string, request: HttpRequest): HttpReply {
    const body = bodyOf(request);
    if (set === 'SalesPricesInquiry') return { status: 200, body: pricesFor(store, body) };
    const create = Object.entries(creates).find(([name]) => name === set)?.[1];
    if (create === undefined) throw new Refused(404, `There is no ${set}.`);
    const key = store.database.transaction(() => create(body)).immediate();
    const where = Object.keys(key).map((name) => `"${name}" = ?`);
    const row = store.get(`SELECT * FROM "${set}" WHERE ${where.join(' AND ')}`, ...Object.values(key));
    return record(set, row ?? {}, shapeOf(request.query));
  }

  function act(set: string, action: string, request: HttpRequest): HttpReply {
    const { entity } = bodyOf(request);
    const perform = Object.entries(actions).find(([name]) => name === `${set}/${action}`)?.[1];
    if (perform === undefined || !isMap(entity)) throw new Refused(404, `There is no ${action}.`);
    const id = `operation-${operations.size + 1}`;
    try {
      store.database.transaction(() => perform(String(fieldIn(entity, 'ReferenceNbr')))).immediate();
      operations.set(id, undefined);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      operations.set(id, error);
    }
    return { status: 202, body: undefined, headers: { location: `${base}/${set}/${action}/status/${id}` } };
  }

  function remove(set: string, id: string): HttpReply {
    const row = rowBy(set, id);
    const key = [row.Type ?? null, row.ReferenceNbr ?? null];
    if (row.Status !== 'Balanced' && row.Status !== 'On Hold')
      throw new Refused(500, 'The document is released and cannot be deleted.');
    store.run(`DELETE FROM "${set}" WHERE Type = ? AND ReferenceNbr = ?`, ...key);
    if (set === 'Payment')
      store.run('DELETE FROM Application WHERE AdjustingDocType = ? AND AdjustingRefNbr = ?', ...key);
    else store.run('DELETE FROM InvoiceDetail WHERE Type = ? AND ReferenceNbr = ?', ...key);
    return { status: 204, body: undefined };
  }

  function routed(request: HttpRequest, answer: () => HttpReply): HttpReply {
    const [set = '', key, status, operation] = request.path
      .slice(base.length + 1)
      .split('/')
      .map(decodeURIComponent);
    if (operation !== undefined && status === 'status') {
      const failure = operations.get(operation);
      if (failure !== undefined) throw failure;
      return { status: 204, body: undefined };
    }
    if (request.method === 'PUT' && key === undefined) return put(set, request);
    if (request.method === 'POST' && key !== undefined) return act(set, key, request);
    if (request.method === 'DELETE' && key !== undefined) return remove(set, key);
    if (request.method !== 'GET') throw new Refused(405, 'The requested resource does not support this method.');
    return key === undefined ? list(set, request, answer) : record(set, rowBy(set, key), shapeOf(request.query));
  }

  return {
    around(request, answer) {
      if (request.path === `${instance}/identity/connect/token`) return login(request);
      if (request.headers.authorization !== `Bearer ${token}`) throw new Refused(401, 'You are not logged in.');
      if (request.present > allowed) throw new Refused(429, 'Too many requests.');
      try {
        return routed(request, answer);
      } catch (error) {
        if (error instanceof Invalid) return { status: error.status, body: error.entity };
        throw error;
      }
    },
    error: ({ message, code }) => ({
      message: 'An error has occurred.',
      exceptionMessage: message,
      exceptionType: code,
      stackTrace: '',
    }),
  };
}
