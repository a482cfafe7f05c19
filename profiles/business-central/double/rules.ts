/** What Business Central online does beyond its description: tokens, limits, the refusals of filters, and errors. */
import type { ODataNode } from '../../../engine/tools/index.ts';
import type { DoubleTools } from '../../../src/workbench/checks/conformance/erp-double.ts';
import type {
  HttpReply,
  HttpRequest,
  ODataRequest,
  ODataRules,
} from '../../../src/workbench/testing/odata-double/rules.ts';
import { Refused } from './body.ts';
import type { Documents } from './documents.ts';
import type { Payments } from './payments.ts';

export const access = {
  tenant: 'cronus.example',
  environment: 'production',
  company: '6c4bc1b0-3c5e-4b0e-9d8e-0d6f6f1c2a11',
  companyName: 'CRONUS UK Ltd.',
  client: 'engine',
  secret: 'double-secret',
} as const;
const token = 'double-token';
/** Requests of one user that are worked on at a time, and those that may wait. */
const allowed = 5 + 95;

const perDocument = 'You must specify an Id or a Document Id to get the lines.';
const perBatch = 'You must specify a journal batch ID or a journal ID to get a journal line.';
/** Sets that give nothing unless the filter names one of these members. */
const needs: Readonly<Record<string, { readonly members: readonly string[]; readonly message: string }>> = {
  salesOrderLines: { members: ['id', 'documentId'], message: perDocument },
  salesInvoiceLines: { members: ['id', 'documentId'], message: perDocument },
  salesCreditMemoLines: { members: ['id', 'documentId'], message: perDocument },
  customerPayments: { members: ['id', 'journalId'], message: perBatch },
  journalLines: { members: ['id', 'journalId'], message: perBatch },
};

/** Errors that the general double has, with the codes of Business Central. */
const codes: Readonly<Record<string, string>> = {
  ResourceNotFound: 'BadRequest_ResourceNotFound',
  NotFound: 'BadRequest_NotFound',
  MethodNotAllowed: 'BadRequest_MethodNotAllowed',
  InvalidRequestBody: 'BadRequest_InvalidRequestBody',
};

function login({ body }: HttpRequest): HttpReply {
  const form = new URLSearchParams(body);
  const right =
    form.get('grant_type') === 'client_credentials' &&
    form.get('client_id') === access.client &&
    form.get('client_secret') === access.secret &&
    form.get('scope') === 'https://api.businesscentral.dynamics.com/.default';
  if (!right) throw new Refused(401, 'AADSTS7000215: Invalid client secret provided.', 'invalid_client');
  return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: token } };
}

function around(request: HttpRequest, answer: () => HttpReply): HttpReply {
  if (request.path === `/${access.tenant}/oauth2/v2.0/token`) return login(request);
  if (request.headers.authorization !== `Bearer ${token}`)
    throw new Refused(401, 'The credentials provided are incorrect', 'Authentication_InvalidCredentials');
  if (request.present > allowed)
    throw new Refused(429, 'Too many requests reached. Actual (101). Maximum (100).', 'Application_TooManyRequests');
  return answer();
}

type NodesIn = DoubleTools['nodesIn'];

const membersIn = (nodesIn: NodesIn, node: ODataNode): readonly string[] =>
  nodesIn(node).flatMap((one) => (one.kind === 'path' ? [one.steps.map(({ text }) => text).join('/')] : []));

/** `or` between two fields is refused, and functions in functions before schema version 2.1. */
function checkFilter(nodesIn: NodesIn, filter: ODataNode, version: string | null): void {
  for (const node of nodesIn(filter)) {
    const isOr = node.kind === 'logical' && node.operator.text === 'or';
    if (isOr && new Set(membersIn(nodesIn, node)).size > 1)
      throw new Refused(
        400,
        "The 'OR' operator is not supported on distinct fields on an OData filter expression.",
        'BadRequest',
      );
    const isNewer = node.kind === 'in' || (node.kind === 'call' && node.args.some(({ kind }) => kind === 'call'));
    if (isNewer && version !== '2.1')
      throw new Refused(400, 'The filter is not supported by this version of the schema.', 'BadRequest');
  }
}

const isEqual = (node: ODataNode, members: readonly string[]): boolean =>
  node.kind === 'comparison' &&
  node.operator.text === 'eq' &&
  node.left.kind === 'path' &&
  members.includes(node.left.steps[0].text);

function checkNeeds(nodesIn: NodesIn, { set, isWholeSet, filter }: ODataRequest): void {
  const need = needs[set?.name ?? ''];
  if (need === undefined || !isWholeSet) return;
  const nodes = filter === undefined ? [] : nodesIn(filter);
  if (!nodes.some((node) => isEqual(node, need.members))) throw new Refused(400, need.message, 'BadRequest');
}

/** The double changes records by its own creates and calls alone. */
function checkWrite(rules: ODataRules, { method, set, call }: ODataRequest): void {
  const isKnown = call !== undefined || (method === 'POST' && rules.creates?.[set?.name ?? ''] !== undefined);
  if (method !== 'GET' && !isKnown) throw new Refused(405, 'Not supported.', 'BadRequest_MethodNotAllowed');
}

const common = {
  around,
  options: ['$schemaversion', 'company'],
  annotations: { '@odata.etag': 'W/"JzE5OzE="' },
  error: ({ code, message }: { readonly code: string; readonly message: string }) => ({
    error: { code: codes[code] ?? code, message },
  }),
};

/** The rules of API v2.0. */
export function apiRules(nodesIn: NodesIn, documents: Documents, payments: Payments): ODataRules {
  const idOf = (row: Readonly<Record<string, unknown>> | undefined): string => String(row?.id);
  const rules: ODataRules = {
    ...common,
    check(request) {
      checkWrite(rules, request);
      if (request.method !== 'GET') return;
      if (request.filter !== undefined) checkFilter(nodesIn, request.filter, request.query.get('$schemaversion'));
      checkNeeds(nodesIn, request);
    },
    creates: {
      salesOrders: documents.createOrder,
      salesInvoices: documents.createInvoice,
      customerPayments: (body, journal) => payments.createPayment(idOf(journal), body),
    },
    calls: {
      'salesInvoices/Microsoft.NAV.post'(invoice) {
        documents.postInvoice(idOf(invoice));
        return undefined;
      },
      'journals/Microsoft.NAV.post'(journal) {
        payments.postJournal(idOf(journal));
        return undefined;
      },
    },
  };
  return rules;
}

/** The rules of published pages: the company is a parameter. */
export const pageRules = (nodesIn: NodesIn): ODataRules => ({
  ...common,
  check({ method, query, filter }) {
    if (query.get('company') !== access.companyName)
      throw new Refused(404, 'The company does not exist.', 'BadRequest_ResourceNotFound');
    if (method !== 'GET') throw new Refused(405, 'Not supported.', 'BadRequest_MethodNotAllowed');
    if (filter !== undefined) checkFilter(nodesIn, filter, query.get('$schemaversion'));
  },
});
