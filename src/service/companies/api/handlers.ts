/** What each operation of the API for operators does. */
import type { z } from 'zod';
import type { LoadedConfig } from '../../config/load.ts';
import { routeText } from '../../config/service-route.ts';
import type { Emit } from '../../events/events.ts';
import { emitOf } from '../../events/events.ts';
import type { CompanyStore, StoredCompany } from '../../state/companies.ts';
import type { Actor, ChangeResult, CompanyChanges } from '../company-changes.ts';
import { auditAnswerOf, companyAnswer } from '../company-texts.ts';
import { durationMs } from '../new-keys.ts';
import type { CompanyAnswer } from '../schema.ts';
import { auditQuery, companyInput, companyPatch, companyQuery, keyRotation, linkInput } from '../schema.ts';
import type { OperationId } from './operations.ts';
import { ApiError, type ApiReply, invalid, schemaFaults } from './reply.ts';

/** A link for a consent, or why there is none. `reason`: a complete sentence. */
export type MadeLink =
  | { readonly ok: true; readonly url: string; readonly expires: string; readonly source: string }
  | { readonly ok: false; readonly reason: string };

/** The state of companies in this process. */
export interface CompanyStates {
  /** Of those that it serves, by name. */
  reports(names: readonly string[]): Promise<ReadonlyMap<string, NonNullable<CompanyAnswer['service']>>>;
  /** Errors of entries in the table, by name. */
  refused(): ReadonlyMap<string, readonly string[]>;
  /** The services whose entries come from files. */
  listed(): readonly LoadedConfig[];
}

export interface HandlerParts {
  /** Undefined: the table is not in use (`servicesTable`). */
  readonly table: { readonly companies: CompanyStore; readonly changes: CompanyChanges } | undefined;
  readonly states: CompanyStates;
  /** Makes a link for a company that this process serves. */
  readonly makeLink: (name: string, source: string | undefined, lifetimeMs: number) => Promise<MadeLink>;
  /** Called after each change. */
  readonly changed: () => void;
  readonly emit: Emit;
}

/** A request that may run its operation. */
export interface ApiCall {
  /** Of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: () => Promise<unknown>;
  /** The header `If-Match`. */
  readonly match: string | undefined;
  readonly actor: Actor;
}

/** Longest life of a link, in milliseconds. */
const mostLinkMs = 30 * 86_400_000;

type Handler = (call: ApiCall) => Promise<ApiReply>;

const ok = (body: object, headers: Readonly<Record<string, string>> = {}, status = 200): ApiReply => ({
  status,
  headers,
  body,
});

const etag = (revision: number): Readonly<Record<string, string>> => ({ etag: `"${revision}"` });

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const checked = schema.safeParse(value);
  if (!checked.success) throw schemaFaults(checked.error, value);
  return checked.data;
}

/** The revision that `If-Match` names; undefined for `*`. */
function revisionOf(match: string | undefined): number | undefined {
  if (match === undefined) throw new ApiError(428);
  if (match.trim() === '*') return undefined;
  const digits = /^"(\d{1,15})"$/.exec(match.trim())?.[1];
  // Another form is the tag of no revision.
  return digits === undefined ? 0 : Number(digits);
}

/** The handlers by operation. They throw `ApiError`, and `SourceError` where the store cannot be used. */
export function createHandlers({
  table,
  states,
  makeLink,
  changed,
  emit,
}: HandlerParts): Readonly<Record<OperationId, Handler>> {
  const isListed = (name: string): boolean => states.listed().some((config) => config.name === name);

  const tableFor = (name: string) => {
    if (isListed(name)) throw new ApiError(409, {}, { error: 'The entry of this company comes from a file.' });
    if (table === undefined)
      throw new ApiError(409, {}, { error: 'The table of companies is not in use: set servicesTable.' });
    return table;
  };

  async function answersOf(stored: readonly StoredCompany[]): Promise<readonly CompanyAnswer[]> {
    if (table === undefined) return [];
    const reports = await states.reports(stored.map(({ name }) => name));
    const refused = states.refused();
    return stored.map((company) =>
      companyAnswer(table.companies, company, {
        service: reports.get(company.name) ?? null,
        findings: [...(refused.get(company.name) ?? [])],
      }),
    );
  }

  async function listedAnswers(configs: readonly LoadedConfig[]): Promise<readonly CompanyAnswer[]> {
    const reports = await states.reports(configs.flatMap(({ name }) => name ?? []));
    return configs.flatMap((config) => (config.name === undefined ? [] : [fileAnswer(config, config.name, reports)]));
  }

  async function one(name: string): Promise<ApiReply> {
    const listed = states.listed().filter((config) => config.name === name);
    const stored = (await table?.companies.list())?.filter((company) => company.name === name) ?? [];
    const [answer] = listed.length > 0 ? await listedAnswers(listed) : await answersOf(stored);
    if (answer === undefined) throw new ApiError(404);
    return ok(answer, answer.revision === null ? {} : etag(answer.revision));
  }

  async function replyTo(result: ChangeResult, { actor, requestId }: Actor, status = 200): Promise<ApiReply> {
    switch (result.kind) {
      case 'absent':
        throw new ApiError(404);
      case 'exists':
        throw new ApiError(409, etag(result.revision), { revision: result.revision });
      case 'stale':
        throw new ApiError(412, etag(result.revision), { revision: result.revision });
      case 'invalid':
        throw invalid(result.faults);
      case 'unchanged':
      case 'changed': {
        const { company } = result;
        const { name, revision } = company;
        if (result.kind === 'changed') {
          emitOf(
            emit,
            name,
          )({ level: 'info', event: 'company_changed', requestId, action: result.action, actor, revision });
          changed();
        }
        if (status === 204) return { status, headers: {}, body: undefined };
        const [answer] = await answersOf([company]);
        const generated = result.kind === 'changed' ? result.generated : [];
        const keys = generated.map((key) => ({ name: key.name, key: key.key.reveal() }));
        const body = { ...answer, ...(keys.length === 0 ? {} : { generatedKeys: keys }) };
        return ok(body, etag(revision), result.kind === 'changed' ? status : 200);
      }
    }
  }

  return {
    async listCompanies({ query }) {
      const { state, after = '', limit } = check(companyQuery, Object.fromEntries(query));
      const stored = (await table?.companies.list()) ?? [];
      const names = [...states.listed().flatMap(({ name }) => name ?? []), ...stored.map(({ name }) => name)];
      const isWanted = (name: string, is: string): boolean => name > after && (state === undefined || is === state);
      const configs = states.listed().filter(({ name = '', isSuspended }) => isWanted(name, stateText(isSuspended)));
      const rows = stored.filter((company) => !isListed(company.name) && isWanted(company.name, company.state));
      const wanted = [...configs.flatMap(({ name }) => name ?? []), ...rows.map(({ name }) => name)].sort();
      const page = new Set(wanted.slice(0, limit));
      const answers = [
        ...(await listedAnswers(configs.filter(({ name = '' }) => page.has(name)))),
        ...(await answersOf(rows.filter(({ name }) => page.has(name)))),
      ].sort((a, b) => (a.name < b.name ? -1 : 1));
      const next = wanted.length > limit ? (wanted[limit - 1] ?? null) : null;
      return ok({ companies: answers, next, total: names.length });
    },
    async addCompany({ body, actor }) {
      const input = check(companyInput, await body());
      const reply = await replyTo(await tableFor(input.name).changes.add(input, actor), actor, 201);
      return { ...reply, headers: { ...reply.headers, location: `/companies/${input.name}` } };
    },
    showCompany: ({ parameters: { name = '' } }) => one(name),
    async changeCompany({ parameters: { name = '' }, match, body, actor }) {
      const { changes } = tableFor(name);
      const revision = revisionOf(match);
      const patch = check(companyPatch, await body());
      return replyTo(await changes.change(name, revision, patch, actor), actor);
    },
    async removeCompany({ parameters: { name = '' }, match, actor }) {
      const { changes } = tableFor(name);
      return replyTo(await changes.remove(name, revisionOf(match), actor), actor, 204);
    },
    async addKey({ parameters: { name = '' }, match, body, actor }) {
      const { changes } = tableFor(name);
      const revision = revisionOf(match);
      const rotation = check(keyRotation, await body());
      return replyTo(await changes.rotate(name, revision, rotation, actor), actor);
    },
    async removeKey({ parameters: { name = '', key = '' }, match, actor }) {
      const { changes } = tableFor(name);
      return replyTo(await changes.revoke(name, revisionOf(match), key, actor), actor);
    },
    async makeLink({ parameters: { name = '' }, body, actor }) {
      const { changes, companies } = tableFor(name);
      const { source, expiresIn } = check(linkInput, await body());
      const lifetimeMs = durationMs(expiresIn);
      if (lifetimeMs > mostLinkMs)
        throw invalid([{ path: ['expiresIn'], message: 'must be 30 days at most', hint: 'Make another link later.' }]);
      if (!(await companies.list()).some((company) => company.name === name)) throw new ApiError(404);
      const link = await makeLink(name, source, lifetimeMs);
      if (!link.ok) throw new ApiError(409, {}, { error: link.reason });
      if (!(await changes.recordLink(name, actor))) throw new ApiError(404);
      return ok({ url: link.url, expires: link.expires, source: link.source }, {}, 201);
    },
    async listChanges({ query }) {
      const { company, since, before, limit } = check(auditQuery, Object.fromEntries(query));
      const time = (text: string | undefined): number | undefined =>
        text === undefined ? undefined : Date.parse(text);
      const wanted = { company, since: time(since), before: time(before), limit: limit + 1 };
      const entries = (await table?.companies.audit(wanted)) ?? [];
      return ok({ changes: entries.slice(0, limit).map(auditAnswerOf), more: entries.length > limit });
    },
  };
}

const stateText = (isSuspended: boolean) => (isSuspended ? 'suspended' : 'active');

/** A company whose entry comes from a file. Its settings may be anywhere, so that only its address is shown. */
function fileAnswer(
  { route, isSuspended, keys }: LoadedConfig,
  name: string,
  reports: ReadonlyMap<string, NonNullable<CompanyAnswer['service']>>,
): CompanyAnswer {
  const member = route.kind === 'hostname' ? 'hostname' : 'path';
  return {
    name,
    source: 'file',
    revision: null,
    state: stateText(isSuspended),
    entry: { [member]: routeText(route) },
    variables: [],
    keys: keys.map((key) => ({
      name: key.name,
      app: key.app,
      sha256: Buffer.from(key.digest).toString('hex'),
      ...(key.until === undefined ? {} : { until: new Date(key.until).toISOString() }),
    })),
    changedAt: null,
    findings: [],
    service: reports.get(name) ?? null,
  };
}
