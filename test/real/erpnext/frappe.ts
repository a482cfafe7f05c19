/** A site of ERPNext as its administrator sees it, over the REST API of Frappe. */
import { z } from 'zod';

export type Row = Readonly<Record<string, unknown>>;
type Filters = readonly (readonly unknown[])[];

/** Failures reject with Frappe's message. */
export interface Frappe {
  /** Address of the site without a slash at its end. */
  readonly url: string;
  /** Calls a whitelisted function by its dotted path. */
  call(method: string, values?: Row): Promise<unknown>;
  /** Runs a method of a document that is not saved, such as a tool; returns the document as the method has changed it. */
  tool(document: Row, method: string, values?: Row): Promise<Row>;
  /** All documents that fit, in the order of their names. */
  rows(doctype: string, filters: Filters, fields: readonly string[]): Promise<readonly Row[]>;
  /** A document with its tables. */
  read(doctype: string, name: string): Promise<Row>;
  /** Creates a document; `docstatus: 1` submits it at once. Returns it as it was saved. */
  create(doctype: string, values: Row): Promise<Row>;
  change(doctype: string, name: string, values: Row): Promise<Row>;
  cancel(doctype: string, name: string): Promise<void>;
  remove(doctype: string, name: string): Promise<void>;
}

const record = z.record(z.string(), z.unknown());
const one = z.object({ data: record });
const many = z.object({ data: z.array(record) });
const changedDocuments = z.object({ docs: z.array(record) });
const reply = z.object({ message: z.unknown().optional() });
const failure = z.object({ exception: z.string().optional(), exc_type: z.string().optional() });

/** `token`: API key and API secret, joined by a colon. */
export function openFrappe(url: string, token: string): Frappe {
  const send = async (method: string, path: string, body?: Row): Promise<unknown> => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: `token ${token}`, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text);
    const parsed = text.startsWith('{') ? failure.safeParse(JSON.parse(text)) : undefined;
    const reason = parsed?.data?.exception ?? parsed?.data?.exc_type ?? text.slice(0, 300);
    throw new Error(`${method} ${decodeURIComponent(path).slice(0, 200)}: ${answer.status} ${reason}`);
  };
  const place = (doctype: string, name?: string): string =>
    ['resource', doctype, ...(name === undefined ? [] : [name])].map(encodeURIComponent).join('/');
  return {
    url,
    call: async (method, values = {}) => reply.parse(await send('POST', `method/${method}`, values)).message,
    async tool(document, method, values = {}) {
      const body = { docs: JSON.stringify(document), method, args: JSON.stringify(values) };
      const [changed] = changedDocuments.parse(await send('POST', 'method/run_doc_method', body)).docs;
      return { ...document, ...changed };
    },
    async rows(doctype, filters, fields) {
      const query = new URLSearchParams({
        filters: JSON.stringify(filters),
        fields: JSON.stringify(fields),
        order_by: `\`tab${doctype}\`.\`name\` asc`, // a filter may join a table
        limit_page_length: '0',
      });
      return many.parse(await send('GET', `${place(doctype)}?${query}`)).data;
    },
    read: async (doctype, name) => one.parse(await send('GET', place(doctype, name))).data,
    create: async (doctype, values) => one.parse(await send('POST', place(doctype), values)).data,
    change: async (doctype, name, values) => one.parse(await send('PUT', place(doctype, name), values)).data,
    cancel: async (doctype, name) => {
      await send('POST', 'method/frappe.client.cancel', { doctype, name });
    },
    remove: async (doctype, name) => {
      await send('DELETE', place(doctype, name));
    },
  };
}

/** A text; Frappe has null for "none". */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const rowsOf = (value: unknown): readonly Row[] => z.array(record).parse(value ?? []);
export const rowOf = (value: unknown): Row => record.parse(value);

/** The name of a document that was just created. */
export const nameOf = (document: Row): string => z.string().parse(document.name);

/** What the form of a document takes over from its customer: currency, price list, terms, taxes. */
export async function partyDetails(frappe: Frappe, doctype: string, customer: string, company: string): Promise<Row> {
  const values = { party: customer, party_type: 'Customer', company, doctype };
  return rowOf(await frappe.call('erpnext.accounts.party.get_party_details', values));
}
