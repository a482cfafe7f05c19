/** Fills a new Dolibarr through its own classes (`php/fill.php`) and its API, and asks its classes for their figures. */
import { z } from 'zod';
import type { Dolibarr } from './installation.ts';

const ids = z.record(z.string(), z.coerce.number());
const filled = z.object({
  keys: z.record(z.string(), z.string()),
  customers: ids,
  products: ids,
  dated: z.boolean(),
});
export type Filled = z.infer<typeof filled>;

const text = z.string().nullable();
const records = z.object({
  invoices: z.record(
    z.string(),
    z.object({
      ref: z.string(),
      reference: text,
      key: text,
      customer: z.number(),
      type: z.number(),
      date: text,
      due: text,
      status: z.number(),
      currency: z.string(),
      total: z.string(),
      open: z.string(),
      payments: z.array(z.object({ id: z.number(), amount: z.string(), date: z.string() })),
      lines: z.array(z.object({ quantity: z.string(), unitPrice: z.string(), amount: z.string() })),
    }),
  ),
  orders: z.record(
    z.string(),
    z.object({
      ref: z.string(),
      reference: text,
      customer: z.number(),
      date: text,
      status: z.number(),
      total: z.string(),
      lines: z.array(z.object({ sku: text, quantity: z.string() })),
    }),
  ),
  customers: z.record(
    z.string(),
    z.object({
      name: z.string(),
      email: text,
      town: text,
      address: z.string(),
      contacts: z.array(
        z.object({ id: z.number(), roles: z.array(z.string()), name: z.string(), address: z.string() }),
      ),
      country: z.string(),
      credits: z.string(),
      isCustomer: z.boolean(),
      limit: text,
      outstanding: z.string(),
      discount: z.string(),
      currency: z.string(),
    }),
  ),
  products: z.record(z.string(), z.object({ sku: z.string(), label: z.string(), forSale: z.boolean() })),
  rates: z.record(z.string(), z.string()),
});
export type Records = z.infer<typeof records>;

interface ApiReply {
  readonly status: number;
  readonly body: unknown;
}

/** One request to the API of Dolibarr, as another program sends it. */
export async function api(erp: Dolibarr, key: string, method: string, path: string, body?: object): Promise<ApiReply> {
  const answer = await fetch(`${erp.url}/api/index.php${path}`, {
    method,
    headers: { DOLAPIKEY: key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const content = await answer.text();
  try {
    return { status: answer.status, body: JSON.parse(content) };
  } catch {
    return { status: answer.status, body: content };
  }
}

/** Fills it. */
export async function fill(erp: Dolibarr): Promise<Filled> {
  return filled.parse(await erp.script('fill.php'));
}

/** What Dolibarr's classes say now. */
export async function recordsOf(erp: Dolibarr): Promise<Records> {
  return records.parse(await erp.script('opinion.php'));
}
