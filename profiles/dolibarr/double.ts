/**
 * Dolibarr's REST API over the tables of the fixture: what the profile sends, and how Dolibarr answers it, down to its errors. `engine test
 * --conformance` loads it.
 */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { serve } from '../../doubles/serve.ts';

type Row = Readonly<Record<string, string | null>>;
interface Database {
  run(sql: string): Promise<readonly Row[]>;
}
/** `before`: what Dolibarr prints in front of the body. */
type Answer = readonly [status: number, body: unknown, before?: string];

const key = 'key-of-the-double';
/** The user of the key. */
const author = 2;
/** Errors as the framework of the API writes them. */
const refused = (code: number, message: string): Answer => [
  code,
  { error: { code, message }, debug: { source: 'api' } },
];
const quoted = (value: unknown): string => `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
/** What Dolibarr takes out of a text that is no note. */
const cleaned = (value: unknown): string =>
  String(value)
    .replaceAll(/["<>]|\.\.[/\\]/g, '')
    .trim();
/** A deadlock, as Dolibarr reports one while it takes the next number of a document. */
const deadlock = 'Deadlock found when trying to get lock; try restarting transaction';
/** Dolibarr prints an SQL error as HTML, and then its answer. */
const htmlBefore = 'Dolibarr has detected a technical error. You can read log file to get more information.';
/** Characters that a connection in utf8, with three bytes, cannot transfer, whatever the character set of the tables is. */
const isWide = (value: unknown): boolean => /[\ud800-\udfff]/.test(String(value));
/** Characters that the firewall refuses in a path. */
const isAttack = (path: string): boolean => /[:;"'<>?(){}$%#]/.test(decodeURIComponent(path));
/** Dolibarr writes seconds since 1970 on the clock of its PHP. */
const day = (seconds: unknown): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(Number(seconds) * 1000);

const columns =
  'rowid AS id, ref, ref_ext, fk_soc AS socid, fk_statut AS statut, total_ttc, UNIX_TIMESTAMP(datef) AS date';

function api(database: Database) {
  const invoice = async (where: string): Promise<Row | undefined> =>
    (await database.run(`SELECT ${columns} FROM llx_facture WHERE ${where} AND entity = 1`))[0];

  async function create(body: Readonly<Record<string, unknown>>): Promise<Answer> {
    if (body.socid === undefined) return refused(400, 'Bad Request: socid field missing');
    const lines = (Array.isArray(body.lines) ? body.lines : []).filter(isRecord);
    const wide = lines.find(({ desc }) => isWide(desc));
    if (wide !== undefined) {
      const reason = `Incorrect string value: '${encodeURIComponent(String(wide.desc))}' for column 'description' at row 1`;
      const error = { code: 500, message: 'Internal Server Error: Error creating invoice', 0: reason };
      return [500, { error, debug: { source: 'api' } }, htmlBefore];
    }
    const amounts = lines.map(({ qty, subprice }) => `ROUND(${Number(qty)} * ${Number(subprice)}, 2)`);
    const total = amounts.length === 0 ? '0' : amounts.join(' + ');
    const due = body.date_lim_reglement === undefined ? day(body.date) : day(body.date_lim_reglement);
    const values = [
      quoted(cleaned(body.ref_ext)),
      quoted(cleaned(body.ref_client)),
      Number(body.socid),
      quoted(day(body.date)),
      quoted(due),
      total,
      total,
      total,
    ];
    const [row] = await database.run(
      `INSERT INTO llx_facture (fk_user_author, ref, ref_ext, ref_client, fk_soc, datec, datef, date_lim_reglement, total_ht, total_ttc, multicurrency_code, multicurrency_total_ttc)
       VALUES (${author}, CONCAT('(PROV', UUID_SHORT(), ')'), ${values.slice(0, 3).join(', ')}, NOW(), ${values.slice(3, 7).join(', ')}, 'EUR', ${total});
       SELECT LAST_INSERT_ID() AS id`,
    );
    const id = Number(row?.id);
    for (const [index, { desc, qty, subprice }] of lines.entries())
      await database.run(
        `INSERT INTO llx_facturedet (fk_facture, description, tva_tx, qty, subprice, total_ht, total_tva, total_ttc, rang)
         VALUES (${id}, ${quoted(desc)}, 0, ${Number(qty)}, ${Number(subprice)}, ${amounts[index]}, 0, ${amounts[index]}, ${index + 1})`,
      );
    await database.run(`UPDATE llx_facture SET ref = '(PROV${id})' WHERE rowid = ${id}`);
    return [200, id];
  }

  async function validate(id: number): Promise<Answer> {
    const found = await invoice(`rowid = ${id}`);
    if (found === undefined) return refused(404, 'Not Found: Invoice not found');
    if (found.statut !== '0')
      return refused(304, 'Not Modified: Error nothing done. May be object is already validated');
    const [forced] = await database.run(
      "SELECT 1 AS found FROM llx_const WHERE name = 'FAC_FORCE_DATE_VALIDATION' AND value = '1' AND entity IN (0, 1)",
    );
    if (forced !== undefined)
      await database.run(
        `UPDATE llx_facture SET datef = CURDATE(), date_lim_reglement = CURDATE() WHERE rowid = ${id}`,
      );
    await database.run(
      `UPDATE llx_facture SET fk_statut = 1, date_valid = CURDATE(), ref = 'FA9901-${String(id).padStart(4, '0')}' WHERE rowid = ${id}`,
    );
    return [200, await invoice(`rowid = ${id}`)];
  }

  /** Drafts only. Dolibarr also deletes the last validated invoice, for which the profile does not ask. */
  async function remove(id: number): Promise<Answer> {
    const found = await invoice(`rowid = ${id}`);
    if (found === undefined) return refused(404, 'Not Found: Invoice not found');
    if (found.statut !== '0') return refused(403, 'Forbidden: Invoice not erasable');
    await database.run(`DELETE FROM llx_facturedet WHERE fk_facture = ${id}`);
    await database.run(`DELETE FROM llx_facture WHERE rowid = ${id}`);
    return [200, { success: { code: 200, message: 'Invoice deleted' } }];
  }

  async function pay(body: Readonly<Record<string, unknown>>): Promise<Answer> {
    const [[id, given] = ['', undefined]] = Object.entries(isRecord(body.arrayofamounts) ? body.arrayofamounts : {});
    const amounts = isRecord(given) ? given : {};
    const foreign = String(amounts.multicurrency_amount) !== '';
    const amount = Number(foreign ? amounts.multicurrency_amount : amounts.amount);
    const [open] = await database.run(
      `SELECT f.multicurrency_tx AS tx, ROUND(${foreign ? 'f.multicurrency_total_ttc' : 'f.total_ttc'}
         - COALESCE((SELECT SUM(${foreign ? 'multicurrency_amount' : 'amount'}) FROM llx_paiement_facture WHERE fk_facture = f.rowid), 0)
         - COALESCE((SELECT SUM(${foreign ? 'multicurrency_amount_ttc' : 'amount_ttc'}) FROM llx_societe_remise_except WHERE fk_facture = f.rowid), 0), 2) AS rest
       FROM llx_facture f WHERE f.rowid = ${Number(id)}`,
    );
    if (open === undefined) return refused(404, `Not Found: Invoice ID ${id} not found`);
    if (amount > Number(open.rest))
      return refused(
        400,
        `Bad Request: Payment amount on invoice ID ${id} (${amount}) is higher than remain to pay (${open.rest})`,
      );
    const base = foreign ? `ROUND(${amount} / ${open.tx}, 2)` : String(amount);
    const other = foreign ? String(amount) : `ROUND(${amount} * ${open.tx}, 2)`;
    const [row] = await database.run(
      `INSERT INTO llx_paiement (ref_ext, datec, datep, amount, multicurrency_amount, fk_paiement, fk_bank)
       VALUES (${quoted(cleaned(body.ref_ext))}, NOW(), ${quoted(`${day(body.datepaye)} 12:00:00`)}, ${base}, ${other}, ${Number(body.paymentid)}, ${Number(body.accountid)});
       SELECT LAST_INSERT_ID() AS id`,
    );
    await database.run(
      `INSERT INTO llx_paiement_facture (fk_paiement, fk_facture, amount, multicurrency_amount) VALUES (${row?.id}, ${Number(id)}, ${base}, ${other})`,
    );
    if (amount === Number(open.rest))
      await database.run(`UPDATE llx_facture SET fk_statut = 2, paye = 1 WHERE rowid = ${Number(id)}`);
    return [200, Number(row?.id)];
  }

  /** Writes that run now: numbers are taken without a lock, so that the second of two at the same time gets a deadlock. */
  let writing = 0;
  const alone = async (reason: string, status: number, write: () => Promise<Answer>): Promise<Answer> => {
    if (writing > 0) return refused(status, `${reason}${deadlock}`);
    writing += 1;
    try {
      return await write();
    } finally {
      writing -= 1;
    }
  };

  return async (method: string, path: string, body: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const [, toValidate] = /^\/invoices\/(\d+)\/validate$/.exec(path) ?? [];
    if (method === 'GET' && path === '/status')
      return [200, { success: { code: 200, dolibarr_version: '23.0.0', access_locked: '0' } }];
    if (isAttack(path)) return [403, 'Access refused to 127.0.0.1 by SQL or Script injection protection'];
    if (method === 'GET' && path.startsWith('/invoices/ref_ext/'))
      return refused(400, 'Bad Request: No invoice with id=0 can exist');
    if (method === 'POST' && path === '/invoices')
      return alone('Internal Server Error: Error creating invoice: ', 500, () => create(body));
    if (method === 'POST' && toValidate !== undefined)
      return alone('Internal Server Error: Error when validating Invoice: ', 500, () => validate(Number(toValidate)));
    const [, toRemove] = /^\/invoices\/(\d+)$/.exec(path) ?? [];
    if (method === 'DELETE' && toRemove !== undefined) return remove(Number(toRemove));
    if (method === 'POST' && path === '/invoices/paymentsdistributed')
      return alone('Bad Request: Payment error : ', 400, () => pay(body));
    return refused(404, 'Not Found');
  };
}

/** Takes out what a payment has paid of an invoice. */
async function takePayment(database: Database, id: string): Promise<(() => Promise<void>) | undefined> {
  const match = /^(\d+):(\d+)$/.exec(id);
  if (match === null) return undefined;
  const where = `fk_paiement = ${match[1]} AND fk_facture = ${match[2]}`;
  const [row] = await database.run(
    `SELECT rowid, amount, multicurrency_tx, multicurrency_amount FROM llx_paiement_facture WHERE ${where}`,
  );
  if (row === undefined) return undefined;
  await database.run(`DELETE FROM llx_paiement_facture WHERE ${where}`);
  return async () => {
    await database.run(
      `INSERT INTO llx_paiement_facture (rowid, fk_paiement, fk_facture, amount, multicurrency_tx, multicurrency_amount)
       VALUES (${row.rowid}, ${match[1]}, ${match[2]}, ${row.amount}, ${row.multicurrency_tx}, ${row.multicurrency_amount})`,
    );
  };
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = JSON.parse((await text(request)) || '{}');
  return isRecord(value) ? value : {};
}

/** Starts it over the database of the source `erp`. */
export default async function start(databases: ReadonlyMap<string, Database>) {
  const erp = databases.get('erp');
  if (erp === undefined) throw new Error('The double of Dolibarr needs the database of the source erp.');
  // The columns tms are stamped by the clock of the database, which is the double's where one is set.
  let stamp = '';
  const answer = api({ run: (sql) => erp.run(`${stamp}${sql}`) });
  const server = await serve(async (request, response) => {
    const send = ([status, body, before = '']: Answer): void => {
      // Only the answer is packed, not what PHP printed before it.
      const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding']));
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      });
      const content = typeof body === 'string' ? body : JSON.stringify(body, undefined, 4);
      if (status === 304) response.end();
      else response.end(Buffer.concat([Buffer.from(before), isPacked ? gzipSync(content) : Buffer.from(content)]));
    };
    try {
      if (request.headers.dolapikey !== key)
        return send(refused(401, 'Unauthorized: Failed to login to API. No parameter DOLAPIKEY found'));
      const path = new URL(request.url ?? '', 'http://double').pathname.replace('/api/index.php', '');
      send(await answer(request.method ?? '', path, await bodyOf(request)));
    } catch (error) {
      send(refused(500, `Internal Server Error: ${error instanceof Error ? error.message : error}`));
    }
  });
  return {
    environment: { DOLIBARR_URL: server.url, DOLIBARR_API_KEY: key },
    setClock(ms: number): void {
      stamp = Math.abs(ms - Date.now()) < 60_000 ? '' : `SET timestamp = ${Math.floor(ms / 1000)};\n`;
    },
    takeOut: (path: string, id: string) =>
      path === '/payments/list' ? takePayment(erp, id) : Promise.resolve(undefined),
    close: () => server.close(),
  };
}
