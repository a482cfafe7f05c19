/**
 * Frappe's REST API over the tables of the fixture: the methods and documents that the profile uses, with ERPNext's rules and its errors. `engine test
 * --conformance` loads it.
 */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../../doubles/serve.ts';
import { type Body, type Database, FrappeError, isRecord, literal, type Row } from './double/frappe.ts';
import { createOrder } from './double/order.ts';
import { itemDetails } from './double/prices.ts';
import { createInvoice, createPayment } from './double/receivables.ts';
import type { Session } from './double/records.ts';

const [key, secret, user] = ['key-of-the-double', 'secret-of-the-double', 'portal@nordwind.example'];
const zone = 'Europe/Berlin';

const parsed = (value: string | null): Body => {
  const record: unknown = JSON.parse(value ?? '{}');
  return isRecord(record) ? record : {};
};

/** The tax template of a rule for the customer or its group (`erpnext.accounts.party.set_taxes`). */
async function partyDetails(database: Database, params: URLSearchParams): Promise<Body> {
  const [customer] = await database.run(`SELECT * FROM tabCustomer WHERE name = ${literal(params.get('party'))}`);
  if (customer === undefined)
    throw new FrappeError('ValidationError', `Customer: ${params.get('party')} does not exists`);
  const [rule] = await database.run(
    `SELECT sales_tax_template FROM \`tabTax Rule\` WHERE tax_type = 'Sales' AND COALESCE(customer, '') IN ('', ${literal(customer.name)})
       AND COALESCE(customer_group, '') IN ('', ${literal(customer.customer_group)}) AND COALESCE(company, '') IN ('', ${literal(params.get('company'))})
     ORDER BY COALESCE(customer, '') <> '' DESC, priority DESC LIMIT 1`,
  );
  const taxes = rule === undefined ? {} : { taxes_and_charges: rule.sales_tax_template };
  return {
    customer: customer.name,
    customer_name: customer.customer_name,
    customer_group: customer.customer_group,
    ...taxes,
  };
}

async function taxLines(database: Database, template: string | null): Promise<readonly Row[] | undefined> {
  if (template === null || template === '') return undefined;
  return await database.run(
    `SELECT charge_type, row_id, account_head, cost_center, description, included_in_print_rate + 0 AS included_in_print_rate, rate, tax_amount
     FROM \`tabSales Taxes and Charges\` WHERE parent = ${literal(template)} ORDER BY idx`,
  );
}

/** An answer to one request. Numbers of the database become numbers of JSON. */
async function answer(
  database: Database,
  session: Session,
  method: string,
  path: string,
  params: URLSearchParams,
  body: Body,
): Promise<Body> {
  switch (`${method} ${path}`) {
    case 'GET /method/frappe.auth.get_logged_user':
      return { message: user };
    case 'GET /method/erpnext.stock.get_item_details.get_item_details':
      return { message: await itemDetails(database, parsed(params.get('args'))) };
    case 'GET /method/erpnext.accounts.party.get_party_details':
      return { message: await partyDetails(database, params) };
    case 'GET /method/erpnext.controllers.accounts_controller.get_taxes_and_charges': {
      const lines = await taxLines(database, params.get('master_name'));
      return lines === undefined
        ? {}
        : {
            message: lines.map(({ included_in_print_rate, rate, tax_amount, ...line }) => ({
              ...line,
              included_in_print_rate: Number(included_in_print_rate),
              rate: Number(rate),
              tax_amount: Number(tax_amount),
            })),
          };
    }
    case 'POST /resource/Sales Order':
      return { data: await createOrder(database, session, body) };
    case 'POST /resource/Sales Invoice':
      return { data: await createInvoice(database, session, body) };
    case 'POST /resource/Payment Entry':
      return { data: await createPayment(database, session, body) };
    default:
      throw new FrappeError('DoesNotExistError', `${path} not found`, 404);
  }
}

const failure = ({ type, message }: FrappeError): Body => ({
  exception: `frappe.exceptions.${type}: ${message}`,
  exc_type: type,
  exc: JSON.stringify([`Traceback (most recent call last):\n${type}: ${message}\n`]),
  _server_messages: JSON.stringify([
    JSON.stringify({ message, title: 'Message', indicator: 'red', raise_exception: 1 }),
  ]),
});

async function bodyOf(request: IncomingMessage): Promise<Body> {
  return parsed((await text(request)) || null);
}

/** Takes out what a payment has paid of an invoice. */
async function takePayment(database: Database, id: string): Promise<(() => Promise<void>) | undefined> {
  const split = id.lastIndexOf(':');
  const where = `voucher_no = ${literal(id.slice(0, split))} AND against_voucher_no = ${literal(id.slice(split + 1))} AND delinked = 0`;
  const rows = await database.run(`SELECT name FROM \`tabPayment Ledger Entry\` WHERE ${where}`);
  if (rows.length === 0) return undefined;
  const names = rows.map(({ name }) => literal(name)).join(', ');
  await database.run(`UPDATE \`tabPayment Ledger Entry\` SET delinked = 1 WHERE name IN (${names})`);
  return async () => {
    await database.run(`UPDATE \`tabPayment Ledger Entry\` SET delinked = 0 WHERE name IN (${names})`);
  };
}

/** Starts it over the database of the source `erp`. */
export default async function start(databases: ReadonlyMap<string, Database>) {
  const erp = databases.get('erp');
  if (erp === undefined) throw new Error('The double of ERPNext needs the database of the source erp.');
  let offset = 0;
  const session = (): Session => {
    const at = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    return { now: `${at.format(Date.now() + offset)}.123456`, user };
  };
  // One write at a time: numbers are the next free ones.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const server = await serve(async (request, response) => {
    const send = (status: number, body: Body): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    try {
      if (request.headers.authorization !== `token ${key}:${secret}`)
        throw new FrappeError('AuthenticationError', 'Invalid API key', 401);
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://double');
      const path = decodeURIComponent(pathname).replace(/^\/api/, '');
      const body = await bodyOf(request);
      send(200, await inTurn(() => answer(erp, session(), request.method ?? '', path, searchParams, body)));
    } catch (error) {
      if (!(error instanceof FrappeError)) throw error;
      send(error.status, failure(error));
    }
  });
  return {
    environment: { ERPNEXT_URL: server.url, ERPNEXT_API_KEY: key, ERPNEXT_API_SECRET: secret, ERPNEXT_API_USER: user },
    setClock(ms: number): void {
      offset = Math.abs(ms - Date.now()) < 60_000 ? 0 : ms - Date.now();
    },
    takeOut: (path: string, id: string) =>
      path === '/payments/list' ? takePayment(erp, id) : Promise.resolve(undefined),
    close: () => server.close(),
  };
}
