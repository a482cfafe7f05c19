/** Xero in memory, for `engine test --conformance` and the sandbox: an organisation behind its Accounting API and its token endpoint. */

import { type DoubleReply, type DoubleRequest, type Tables, tablesDouble } from '../../doubles/tables.ts';
import type { StartDouble } from '../../src/workbench/checks/conformance/erp-double.ts';
import { access, createAccess } from './double/access.ts';
import { draftContact, fill } from './double/data.ts';
import { exception, invalid } from './double/replies.ts';
import { schema } from './double/schema.ts';
import { listOf, recordOf, sets } from './double/sets.ts';
import { type Body, createInvoice, createPayment, createQuote, isBody } from './double/writes.ts';

const base = '/api.xro/2.0/';
const organisation = {
  Name: 'Harbour Tools Ltd',
  BaseCurrency: 'NZD',
  CountryCode: 'NZ',
  Timezone: 'NEWZEALANDSTANDARDTIME',
};

/** The only record of a body, such as `{ "Invoices": [{ ... }] }`. */
function recordIn(name: string, body: string): Body {
  const value: unknown = JSON.parse(body);
  const list = isBody(value) ? value[name] : undefined;
  const [record]: readonly unknown[] = Array.isArray(list) ? list : [];
  if (!isBody(record)) throw invalid(`You must supply at least one record of ${name}`);
  return record;
}

function read(name: string, id: string | undefined, request: DoubleRequest, tables: Tables): DoubleReply {
  if (name === 'Organisation') return { status: 200, body: { Organisations: [organisation] } };
  const set = sets[name];
  if (set === undefined) return { status: 404 };
  const body = id === undefined ? listOf(tables, name, set, request) : recordOf(tables, name, set, id, request.query);
  return body === undefined
    ? { status: 404, body: "The resource you're looking for cannot be found" }
    : { status: 200, body };
}

function create(name: string, { query, body }: DoubleRequest, tables: Tables): DoubleReply {
  if (query.get('summarizeErrors') !== 'true')
    throw exception('ArgumentException', 'The double has single records only');
  const record = recordIn(name, body);
  const made = (id: string): DoubleReply => {
    const set = sets[name];
    return { status: 200, body: (set && recordOf(tables, name, set, id, query)) ?? {} };
  };
  switch (name) {
    case 'Quotes':
      return made(createQuote(tables, record));
    case 'Invoices':
      return made(createInvoice(tables, record, query.get('unitdp') === '4' ? 4 : 2));
    case 'Payments':
      return made(createPayment(tables, record));
    default:
      return { status: 404 };
  }
}

const start: StartDouble = () => {
  const { guarded, token } = createAccess();
  return tablesDouble({
    schema,
    fill,
    answer(request, tables) {
      if (request.path === '/connect/token') return token(request);
      return guarded(request, tables, () => {
        const [name = '', id] = request.path.slice(base.length).split('/').map(decodeURIComponent);
        return request.method === 'GET' ? read(name, id, request, tables) : create(name, request, tables);
      });
    },
    environment: (url) => ({
      ...{ XERO_ADDRESS: url, XERO_LOGIN: url, XERO_TENANT: access.tenant, XERO_CLIENT: access.client },
      ...{ XERO_CLIENT_SECRET: access.secret, XERO_DRAFT_CONTACT: draftContact },
      ...{ XERO_REVENUE_ACCOUNT: '200', XERO_BANK_ACCOUNT: '090' },
    }),
  });
};

export default start;
