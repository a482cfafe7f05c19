/** What the Service Layer does beyond its description: sessions, the limits of its queries, stored SQL queries, and errors. */
import type { ODataNode } from '../../../engine/tools/index.ts';
import type { DoubleTools } from '../../../src/workbench/checks/conformance/erp-double.ts';
import type { HttpReply, HttpRequest, ODataRules } from '../../../src/workbench/testing/odata-double/rules.ts';
import type { ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';
import type { Documents } from './documents.ts';
import type { Payments } from './payments.ts';
import { itemPrice } from './prices.ts';
import { dayOf, isBody, local, Refused } from './values.ts';

export const base = '/b1s/v1';
export const access = { company: 'SBODEMODE', user: 'engine', password: 'double-password' } as const;

/** Functions that "Working with SAP Business One Service Layer", 3.6, lists; there are no others, and no arithmetic. */
const functions = ['startswith', 'endswith', 'contains', 'substringof'];
const pageSize = 100;

/** Errors that the general double has, with the codes of the Service Layer. */
const codes: Readonly<Record<string, string>> = {
  ResourceNotFound: '-1000',
  NotFound: '-2028',
  InvalidRequestBody: '-1000',
};

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('Invalid JSON', '-1000');
  }
}

export function rulesOf(
  nodesIn: DoubleTools['nodesIn'],
  store: ODataStore,
  documents: Documents,
  payments: Payments,
  today: () => string,
): ODataRules {
  const sessions = new Set<string>();
  let ignoresCase = false;
  const folded = (value: unknown): string => (ignoresCase ? String(value).toLowerCase() : String(value));
  // SAP HANA compares capital and small letters, unless the request has B1S-CaseInsensitive.
  const { database } = store;
  database.function('odata_substringof', (part: unknown, text: unknown) =>
    text === null ? null : Number(folded(text).includes(folded(part))),
  );
  database.function('odata_startswith', (text: unknown, part: unknown) =>
    text === null ? null : Number(folded(text).startsWith(folded(part))),
  );

  function login({ body }: HttpRequest): HttpReply {
    const given = jsonIn(body);
    const { company, user, password } = access;
    if (!isBody(given) || given.CompanyDB !== company || given.UserName !== user || given.Password !== password)
      throw new Refused('Fail to get DB Credentials from SLD', '100000027', 401);
    const id = `session-${store.next('session')}`;
    sessions.add(id);
    // The double answers with one cookie; ROUTEID is that of the load balancer.
    return {
      status: 200,
      body: { SessionId: id, Version: '1000220', SessionTimeout: 30 },
      headers: { 'set-cookie': `B1SESSION=${id}; path=${base}; HttpOnly` },
    };
  }

  /** Runs a stored SQL query over the tables of the double. Parameters are literals: texts have quotes. */
  function list(code: string, { query, headers }: HttpRequest): HttpReply {
    const stored = store.get('SELECT SqlText FROM SQLQueries WHERE SqlCode = ?', code);
    if (stored === undefined) throw new Refused('No matching records found (ODBC -2028)', '-2028', 404);
    const skip = Number(query.get('$skip') ?? 0);
    const [, wanted = '20'] = /maxpagesize=(\d+)/.exec(headers.prefer ?? '') ?? [];
    const size = Math.min(Number(wanted), pageSize);
    const names = [...String(stored.SqlText).matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const values = names.map((name): [string, string | number] => {
      const text = query.get(name);
      if (text === null) throw new Refused('Parameter error', '704');
      return [name, text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : Number(text)];
    });
    const rows = store.database.prepare(String(stored.SqlText)).all(Object.fromEntries(values));
    const isMore = rows.length > skip + size;
    const link = isMore ? { 'odata.nextLink': `SQLQueries('${code}')/List?$skip=${skip + size}` } : {};
    return { status: 200, body: { SqlText: stored.SqlText, value: rows.slice(skip, skip + size), ...link } };
  }

  function around(request: HttpRequest, answer: () => HttpReply): HttpReply {
    if (request.path === `${base}/Login`) return login(request);
    const [, session = ''] = /B1SESSION=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
    if (!sessions.has(session)) throw new Refused('Invalid session or session already timeout.', '301', 401);
    if (request.path === `${base}/Logout`) {
      sessions.delete(session);
      return { status: 204, body: undefined };
    }
    ignoresCase = request.headers['b1s-caseinsensitive'] === 'true';
    const [, code] = /\/SQLQueries\('([^']*)'\)\/List$/.exec(decodeURIComponent(request.path)) ?? [];
    return code === undefined ? answer() : list(code, request);
  }

  function checkFilter(filter: ODataNode): void {
    const other = nodesIn(filter).find((node) => node.kind === 'call' && !functions.includes(node.token.text));
    const isArithmetic = nodesIn(filter).some(({ kind }) => kind === 'arithmetic');
    if (other !== undefined || isArithmetic) throw new Refused('Query string error - unsupported function', '-1000');
  }

  return {
    around,
    pages: { size: pageSize, by: 'number' },
    check({ set, query, filter }) {
      if (filter !== undefined) checkFilter(filter);
      // Not every version selects records inside of a record.
      const inside = query
        .get('$select')
        ?.split(',')
        .find((name) => {
          const type = set?.record.members.get(name.trim())?.type;
          return type !== undefined && type.kind !== 'scalar';
        });
      if (inside !== undefined) throw new Refused(`Property '${inside}' of '${set?.name}' is invalid`, '-1000');
    },
    creates: {
      Drafts: (body) => documents.add('Drafts', body),
      Invoices: (body) => documents.add('Invoices', body),
      IncomingPayments: (body) => payments.add(body),
    },
    calls: {
      CompanyService_GetAdminInfo: () => ({
        CompanyName: 'Muster & Söhne GmbH',
        LocalCurrency: local.code,
        SystemCurrency: local.code,
        TotalsAccuracy: local.decimals,
        PriceAccuracy: 6,
        AccuracyofQuantities: 3,
      }),
      CompanyService_GetItemPrice(_, parameters) {
        const given = isBody(parameters.ItemPriceParams) ? parameters.ItemPriceParams : {};
        const day = dayOf(given.Date ?? today());
        return { ...itemPrice(store, String(given.CardCode), String(given.ItemCode), day, undefined) };
      },
    },
    error: ({ code, message }) => {
      const number = Number(codes[code] ?? code);
      return { error: { code: Number.isNaN(number) ? -1000 : number, message: { lang: 'en-us', value: message } } };
    },
  };
}
