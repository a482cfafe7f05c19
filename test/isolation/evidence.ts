/** Where data of a company could have got to: what the service wrote and exported, and what is stored. Each function returns faults as sentences. */
import type pg from 'pg';
import { type Company, codesIn } from '../companies/company.ts';
import { storedDocuments } from '../companies/database.ts';
import { isByHttp } from '../companies/installation.ts';
import type { Traffic } from './traffic.ts';
import type { Replica, World } from './world.ts';

/** The codes in a text that is about the service `name`, or about none, other than that of the service. */
function strangers(companies: readonly Company[], name: unknown, text: string): readonly string[] {
  const company = companies.find((one) => one.name === name);
  return [...codesIn(text)].filter((code) => code !== company?.code);
}

function secretsIn(companies: readonly Company[], text: string): readonly string[] {
  const keys = companies.map(({ key }) => key).filter((key) => text.includes(key));
  return [...keys, ...(text.match(/(?:access|refresh)-zq\d{4}qz-\d+|secret-of-the-[a-z-]+/g) ?? [])];
}

/** Each line of the log is about its service alone, and none has a secret. */
export function logFaults({ companies }: World, replica: Replica): readonly string[] {
  return replica.events().flatMap((event) =>
    strangers(companies, event.service, JSON.stringify(event))
      .concat(secretsIn(companies, JSON.stringify(event)))
      .map((text) => `a line of the log of ${event.service} has ${text}: ${JSON.stringify(event)}`),
  );
}

interface Span {
  readonly traceId: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

interface Exported {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

export interface SpanEvidence {
  readonly faults: readonly string[];
  /** Numbers of requests that have a span, by company. */
  readonly requests: ReadonlyMap<string, number>;
}

/** Spans have no data of any company, and those of a trace are about one service. */
export function spanEvidence({ companies, exports }: World): SpanEvidence {
  const spans = exports().flatMap((body) => {
    const { resourceSpans }: Exported = JSON.parse(body);
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });
  const serviceOf = ({ attributes }: Span): string | undefined =>
    attributes.find(({ key }) => key === 'engine.service')?.value.stringValue;
  const requests = new Map<string, number>();
  for (const span of spans) {
    const service = serviceOf(span);
    if (span.name.startsWith('POST /') && service !== undefined && companies.some(({ name }) => name === service))
      requests.set(service, (requests.get(service) ?? 0) + 1);
  }
  const values = spans.filter((span) => codesIn(JSON.stringify(span)).size > 0);
  const mixed = [...Map.groupBy(spans, ({ traceId }) => traceId)].filter(
    ([, ofTrace]) => new Set(ofTrace.flatMap((span) => serviceOf(span) ?? [])).size > 1,
  );
  return {
    requests,
    faults: [
      ...values.map((span) => `a span has a value: ${JSON.stringify(span)}`),
      ...mixed.map(([, ofTrace]) => `a trace is about several services: ${JSON.stringify(ofTrace)}`),
    ],
  };
}

/** What the admin listener shows has no data of any company. Gives also the number of answered requests by company. */
export async function adminEvidence({ companies }: World, replica: Replica): Promise<SpanEvidence> {
  const faults: string[] = [];
  const requests = new Map<string, number>();
  for (const path of ['/metrics', '/status', '/ready', ...companies.map(({ name }) => `/ready/${name}`)]) {
    const text = await (await fetch(`${replica.adminUrl}${path}`)).text();
    for (const shown of [...codesIn(text), ...secretsIn(companies, text)]) faults.push(`${path} shows ${shown}`);
    for (const [line, service = '', value] of text.matchAll(/^engine_requests_total\{.*service="([^"]*)".*\} (\d+)$/gm))
      if (!line.includes('status="401"')) requests.set(service, (requests.get(service) ?? 0) + Number(value));
  }
  return { faults, requests };
}

async function rowsOf(client: pg.Client, table: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await client.query<Readonly<Record<string, unknown>>>(`SELECT * FROM ${table}`)).rows;
}

/** Each row of the tables of claims, and each bookmark, has data of one company: that of its installation, where the row has one. */
export async function storeFaults({ companies, store, erp }: World): Promise<readonly string[]> {
  const faults: string[] = [];
  const claims = [...(await rowsOf(store, 'engine_claim')), ...(await rowsOf(erp, 'engine_claims'))];
  for (const row of claims) {
    const text = JSON.stringify(row);
    const name = companies.find((company) => String(row.installation).split(' ')[0] === company.name)?.name;
    if (name === undefined) faults.push(`a claim is of no company: ${text}`);
    for (const code of strangers(companies, name, text)) faults.push(`a claim of ${name} has ${code}: ${text}`);
  }
  if (claims.length === 0) faults.push('there are no claims');
  for (const table of ['engine_bookmark', 'engine_version_mark', 'engine_rate', 'engine_token', 'engine_lock'])
    for (const row of await rowsOf(store, table)) {
      const text = JSON.stringify(row);
      if (codesIn(text).size > (table === 'engine_bookmark' ? 1 : 0) || secretsIn(companies, text).length > 0)
        faults.push(`${table} has ${text}`);
    }
  return faults;
}

/** Each key that was answered is one document of the company, with the one id that was answered. */
export async function documentFaults({ companies, erp, web }: World, { written }: Traffic): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const company of companies) {
    const documents = isByHttp(company) ? web.documents(company) : await storedDocuments(erp, company);
    const answers = [...written].filter(([name]) => name.startsWith(`${company.name} `));
    const ids = new Map(answers.map(([name, answered]) => [name.slice(company.name.length + 1), [...answered]]));
    const stored = Map.groupBy(documents, ({ ref }) => ref);
    for (const ref of new Set([...ids.keys(), ...stored.keys()])) {
      const storedIds = (stored.get(ref) ?? []).map(({ id }) => id);
      if (storedIds.length !== 1 || JSON.stringify(storedIds) !== JSON.stringify(ids.get(ref)))
        faults.push(`${company.name} ${ref}: documents ${storedIds.join(', ')}, answered ${ids.get(ref)?.join(', ')}`);
    }
  }
  return faults;
}
