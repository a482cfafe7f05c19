/**
 * QuickBooks Online in memory, for `engine test --conformance` and the sandbox: a company of the United States with its customers, items, estimates, invoices,
 * credit memos, payments and journal entries, behind the Accounting API.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { serve } from '../../doubles/serve.ts';
import type { StartDouble } from '../../src/workbench/checks/conformance/erp-double.ts';
import { fill } from './double/data.ts';
import { home, kinds } from './double/documents.ts';
import { Fault, refused } from './double/fault.ts';
import { createTables } from './double/schema.ts';
import { type Document, parseStatement, selected } from './double/statement.ts';
import { Writes } from './double/writes.ts';

const access = {
  realm: '9341452000000001',
  client: 'engine',
  secret: 'double-secret',
  firstToken: 'token-of-a-test',
} as const;
const minorVersion = 75;

interface Answer {
  readonly status: number;
  readonly body: Document;
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const start: StartDouble = async () => {
  const database = new Database(':memory:');
  database.pragma('foreign_keys = OFF');
  createTables(database);
  let clock: number | undefined;
  // On the clock of Intuit's servers.
  const time = (): string => `${new Date((clock ?? Date.now()) - 8 * 3_600_000).toISOString().slice(0, 19)}-08:00`;
  const writes = new Writes(database, time);
  fill(database, writes);

  const tokens = new Set<string>();
  const refreshTokens = new Set<string>([access.firstToken]);
  const answers = new Map<string, Document>();

  function query(sql: string): Document {
    const statement = parseStatement(sql);
    const kind = kinds[statement.entity];
    if (kind === undefined)
      throw refused('4001', 'Invalid query', `QueryValidationError: unknown entity ${statement.entity}`);
    const documents = selected(kind.read(database), statement, kind.queryable);
    return documents.length === 0
      ? {}
      : { [statement.entity]: documents, startPosition: statement.start, maxResults: documents.length };
  }

  const one = (entity: string, id: number | string): unknown =>
    kinds[entity]?.read(database).find(({ Id }) => Id === String(id));

  function post(path: string, params: URLSearchParams, body: Document): Document {
    const mayRepeat = params.get('include') === 'allowduplicatedocnum';
    switch (path) {
      case '/estimate':
        return { Estimate: one('Estimate', writes.createSale('Estimate', body, mayRepeat)) };
      case '/invoice':
        if (params.get('operation') === 'delete') {
          writes.deleteInvoice(body);
          return { Invoice: { domain: 'QBO', status: 'Deleted', Id: String(body.Id) } };
        }
        return { Invoice: one('Invoice', writes.createSale('Invoice', body, mayRepeat)) };
      case '/payment':
        return { Payment: one('Payment', writes.createPayment(body)) };
      case '/batch': {
        const requests = Array.isArray(body.BatchItemRequest) ? body.BatchItemRequest.filter(isDocument) : [];
        return { BatchItemResponse: requests.map(({ bId, Query }) => ({ bId, QueryResponse: query(String(Query)) })) };
      }
      default:
        throw refused('500', 'Unsupported Operation', `Operation ${path} is not supported.`);
    }
  }

  function get(path: string, params: URLSearchParams): Document {
    switch (path) {
      case '/query':
        return { QueryResponse: query(params.get('query') ?? ''), time: time() };
      case '/preferences':
        return {
          Preferences: {
            Id: '1',
            SalesFormsPrefs: { CustomTxnNumbers: true },
            CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: home } },
          },
        };
      case `/companyinfo/${access.realm}`:
        return { CompanyInfo: { Id: '1', CompanyName: 'Harbor Supply Co.', Country: 'US' } };
      case '/exchangerate': {
        const code = params.get('sourcecurrencycode') ?? '';
        const row = database
          .prepare<[string], { Rate: number }>('SELECT Rate FROM ExchangeRate WHERE SourceCurrencyCode = ?')
          .get(code);
        if (row === undefined) throw refused('2030', 'Invalid ID', `Invalid currency code ${code}`);
        return {
          ExchangeRate: {
            SourceCurrencyCode: code,
            TargetCurrencyCode: home,
            Rate: row.Rate,
            AsOfDate: params.get('asofdate'),
          },
        };
      }
      default:
        throw refused('500', 'Unsupported Operation', `Operation ${path} is not supported.`);
    }
  }

  /** A refresh token can be used until the next one is given; the first one always, because the store of a run is emptied. */
  function login(request: IncomingMessage, body: string): Answer {
    const form = new URLSearchParams(body);
    const [, basic = ''] = /^Basic (.*)$/.exec(request.headers.authorization ?? '') ?? [];
    const client = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent).join(':');
    const given = form.get('refresh_token') ?? '';
    if (
      client !== `${access.client}:${access.secret}` ||
      form.get('grant_type') !== 'refresh_token' ||
      !refreshTokens.has(given)
    )
      return { status: 400, body: { error: 'invalid_grant' } };
    const [token, refresh] = [randomUUID(), randomUUID()];
    tokens.add(token);
    refreshTokens.add(refresh);
    if (given !== access.firstToken) refreshTokens.delete(given);
    return {
      status: 200,
      body: {
        token_type: 'bearer',
        access_token: token,
        expires_in: 3600,
        refresh_token: refresh,
        x_refresh_token_expires_in: 8_640_000,
      },
    };
  }

  function answer(request: IncomingMessage, url: URL, body: string): Answer {
    if (url.pathname === '/oauth2/v1/tokens/bearer') return login(request, body);
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!tokens.has(token))
      throw new Fault(
        401,
        'AUTHENTICATION',
        '3200',
        'message=AuthenticationFailed; errorCode=003200; statusCode=401',
        'Token invalid',
      );
    const base = `/v3/company/${access.realm}`;
    if (!url.pathname.startsWith(`${base}/`))
      throw new Fault(
        403,
        'AuthorizationFault',
        '3100',
        'ApplicationAuthorizationFailed',
        'The app has no access to this company.',
      );
    const { searchParams } = url;
    if (Number(searchParams.get('minorversion')) < minorVersion)
      throw refused('2010', 'Request has invalid or unsupported property', 'minorversion is not supported');
    const path = url.pathname.slice(base.length);
    if (request.method === 'GET') return { status: 200, body: get(path, searchParams) };
    const id = searchParams.get('requestid') ?? randomUUID();
    if (id.length > 50) throw refused('2050', 'String length is too long', 'requestid: max 50');
    const before = answers.get(id);
    if (before !== undefined) return { status: 200, body: before };
    const parsed: unknown = JSON.parse(body);
    const made = database.transaction(() => post(path, searchParams, isDocument(parsed) ? parsed : {}))();
    answers.set(id, made);
    return { status: 200, body: { ...made, time: time() } };
  }

  function failure(error: unknown): Answer {
    if (!(error instanceof Fault))
      return { status: 500, body: { error: error instanceof Error ? (error.stack ?? error.message) : String(error) } };
    const { status, code, message, detail, type } = error;
    return {
      status,
      body: { Fault: { Error: [{ Message: message, Detail: detail, code, element: '' }], type }, time: time() },
    };
  }

  const server = await serve(async (request, response) => {
    const body = await text(request);
    let result: Answer;
    try {
      result = answer(request, new URL(request.url ?? '', 'http://double'), body);
    } catch (error) {
      result = failure(error);
    }
    response.writeHead(result.status, { 'content-type': 'application/json;charset=UTF-8' });
    response.end(JSON.stringify(result.body));
  });

  /** The table of the record of an id of a list. */
  const placeOf = (path: string, id: string): readonly [table: string, column: string, value: string] | undefined => {
    const [kind = '', number = ''] = id.split(':');
    if (path === '/debtors/list') return ['Customer', 'Id', id];
    if (path === '/invoices/list') return [kind === 'credit' ? 'CreditMemo' : 'Invoice', 'Id', number];
    return path === '/payments/list' ? ['PaymentLine', 'PaymentRef', kind] : undefined;
  };

  return {
    environment: {
      QBO_ADDRESS: server.url,
      QBO_LOGIN: server.url,
      QBO_REALM: access.realm,
      QBO_CLIENT: access.client,
      QBO_CLIENT_SECRET: access.secret,
      QBO_HOME_CURRENCY: home,
      QBO_DRAFT_CUSTOMER: '1',
      QBO_INVOICE_ITEM: '1',
      QBO_BANK_ACCOUNTS: '{"MAIN": "", "CHECKING": "2", "SAVINGS": "3"}',
    },
    data: {
      kind: 'tables',
      sql: 'sqlite',
      async execute(sql) {
        const statement = database.prepare<[], Record<string, unknown>>(sql);
        if (statement.reader) return statement.all();
        statement.run();
        return [];
      },
    },
    async counts() {
      const names = database.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      return Object.fromEntries(
        names.map(({ name }) => [
          name,
          Number(database.prepare<[], { number: number }>(`SELECT count(*) AS number FROM ${name}`).get()?.number),
        ]),
      );
    },
    async takeOut(path, id) {
      const place = placeOf(path, id);
      if (place === undefined) return undefined;
      const [table, column, value] = place;
      const rows = database
        .prepare<[string], Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${column} = ?`)
        .all(value);
      if (rows.length === 0) return undefined;
      database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(value);
      return async () => {
        for (const row of rows) {
          const columns = Object.keys(row);
          database
            .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
            .run(...Object.values(row));
        }
      };
    },
    setClock(ms) {
      // The time of a test has passed; otherwise the clock would stand still.
      clock = Math.abs(ms - Date.now()) < 60_000 ? undefined : ms;
    },
    async close() {
      await server.close();
      database.close();
    },
  };
};

export default start;
