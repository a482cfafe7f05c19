/** Answers requests as the described service does: its paths, methods, queries and bodies are those of the description. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isMap, type Members } from '../../../../engine/host/index.ts';
import {
  createsRecord,
  type DescribedMethod,
  type DescribedType,
  valueFaults,
} from '../../../../engine/tools/index.ts';
import { errorJson, type Json, listJson, recordJson } from './json.ts';
import type { DescribedService, EntitySet } from './model.ts';
import { notImplemented, ODataError, refusalIn } from './odata-error.ts';
import { type AskedQuery, askedQuery } from './query.ts';
import { countRows, type ListQuery, type PageOptions, type ReadContext, readPage, readRecord } from './read.ts';
import type { HttpReply, HttpRequest, ODataRules } from './rules.ts';
import type { ODataStore, Row } from './store.ts';
import { type Target, targetOf } from './target.ts';
import { changeRecord, deleteRecord, insertRecord, replaceRecord, storedRow } from './write.ts';

/** A described service under an address. */
export interface PlacedService {
  /** The path of the address, without a slash at its end. */
  readonly base: string;
  readonly service: DescribedService;
  readonly rules: ODataRules;
}

const methods: Readonly<Record<string, DescribedMethod>> = {
  GET: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  PATCH: 'PATCH',
  MERGE: 'PATCH',
  DELETE: 'DELETE',
};
const everything = { select: undefined, expand: new Map(), options: new Map() };

/** A segment as the description reads it. One with a slash in its key stays as it is sent. */
const decoded = (segment: string): string => (/%2f/i.test(segment) ? segment : decodeURIComponent(segment));

function bodyOf(body: string): Members {
  try {
    const value: unknown = JSON.parse(body === '' ? '{}' : body);
    if (isMap(value)) return value;
  } catch {
    // The body is refused below.
  }
  throw new ODataError(400, 'The body is no JSON object.', 'InvalidRequestBody');
}

class ServiceAnswers {
  private readonly store: ODataStore;
  private readonly placed: PlacedService;
  private readonly address: string;
  private readonly context: ReadContext;
  private readonly pages: PageOptions;

  /** `origin`: scheme and host of the double. */
  constructor(store: ODataStore, placed: PlacedService, origin: string) {
    this.store = store;
    this.placed = placed;
    this.address = `${origin}${placed.base}`;
    const { version } = placed.service;
    this.context = { store, version, annotations: placed.rules.annotations ?? {} };
    this.pages = placed.rules.pages ?? { size: 20_000, by: 'row' };
  }

  answer(request: HttpRequest): HttpReply {
    const { base, service, rules } = this.placed;
    const path = request.path.slice(base.length);
    if (path === metadataPath || request.path === `${rootOf(base)}${metadataPath}`) {
      if (request.method !== 'GET') throw new ODataError(405, 'Metadata is only read.', 'MethodNotAllowed');
      return { status: 200, body: service.metadata, headers: { 'content-type': 'application/xml' } };
    }
    const segments = path.split('/').filter((segment) => segment !== '');
    const resolution = service.description.resolve(request.method, `/${segments.map(decoded).join('/')}`, base);
    switch (resolution.kind) {
      case 'unknownPath':
      case 'unknownCall':
        throw new ODataError(404, `No resource was found for the path '${path}'.`, 'ResourceNotFound');
      case 'unknownMethod':
        throw new ODataError(405, `${request.method} is not supported for '${path}'.`, 'MethodNotAllowed');
      case 'operation': {
        const target = targetOf(this.store, service, segments, request.query);
        const asked =
          target.kind === 'call'
            ? undefined
            : askedQuery(request.query, target.set, service.version, rules.options ?? []);
        rules.check?.({
          method: request.method,
          set: target.set,
          query: request.query,
          filter: asked?.condition,
          call: target.kind === 'call' ? target.call.name : undefined,
          isWholeSet: target.kind === 'list' && target.parent === undefined,
        });
        if (request.method === 'GET' && target.kind !== 'call') return this.read(request, target, asked);
        return this.write(request, target, this.checkedBody(request, resolution.operation.body));
      }
    }
  }

  private checkedBody({ method, body, headers }: HttpRequest, type: DescribedType | undefined): Members {
    const value = bodyOf(body);
    if (type === undefined) return value;
    const { file, version } = this.placed.service;
    const [fault] = valueFaults(value, type, type, {
      side: 'request',
      isWhole: createsRecord(method, 'odata'),
      file,
      protocol: 'odata',
      writing: 'json',
      hasOldTimes: version < 4,
      hasTextNumbers: /IEEE754Compatible=true/i.test(headers['content-type'] ?? ''),
    });
    if (fault === undefined) return value;
    const shown = fault.value === undefined ? '' : ` as ${JSON.stringify(fault.value)}`;
    const message = `The body has ${fault.missing === undefined ? '' : 'no '}'${fault.path.join('.')}'${shown}, ${fault.clause}.`;
    throw new ODataError(400, message, 'InvalidRequestBody');
  }

  private read(
    request: HttpRequest,
    target: Exclude<Target, { readonly kind: 'call' }>,
    asked: AskedQuery | undefined,
  ): HttpReply {
    if (asked === undefined) throw notImplemented('The double reads records and lists.');
    const { set } = target;
    if (target.kind === 'nothing') return { status: 204, body: undefined };
    if (target.kind === 'record') return this.record(200, set, target.row, asked);
    const query: ListQuery = { ...asked, set, where: target.where };
    const count = target.kind === 'count' || asked.hasCount ? countRows(this.store, query) : undefined;
    if (target.kind === 'count') return { status: 200, body: String(count), headers: { 'content-type': 'text/plain' } };
    const wanted = /\bmaxpagesize=(\d+)/.exec(request.headers.prefer ?? '')?.[1];
    const size = Math.min(this.pages.size, wanted === undefined ? this.pages.size : Number(wanted));
    const { rows, token } = readPage(this.store, query, { ...this.pages, size }, asked.token);
    const value = rows.map((row) => readRecord(this.context, set, row, asked.selection));
    const next = token === undefined ? undefined : this.nextLink(request, token);
    return { status: 200, body: listJson({ value, count, next }, this.metadataOf(set.name), this.context.version) };
  }

  private nextLink({ path, query }: HttpRequest, token: string): string {
    const next = new URLSearchParams(query);
    next.set('$skiptoken', token);
    return `${this.address}${path.slice(this.placed.base.length)}?${next.toString()}`;
  }

  private metadataOf = (name: string): string => `${this.address}/$metadata#${name}`;

  private record(status: number, set: EntitySet, row: Row, { selection }: Pick<AskedQuery, 'selection'>): HttpReply {
    const { version } = this.context;
    const suffix = version === 3 ? '/@Element' : '/$entity';
    const body = readRecord(this.context, set, row, selection);
    return { status, body: recordJson(body, this.metadataOf(`${set.name}${suffix}`), version) };
  }

  /** All of a write, or nothing. */
  private write(request: HttpRequest, target: Target, body: Members): HttpReply {
    return this.store.database.transaction(() => this.written(request, target, body)).immediate();
  }

  /** The address of a record, with its key as a literal of the protocol. */
  private addressOf({ name, record }: EntitySet, row: Row): string {
    const values = record.key.map((member) => {
      const type = record.members.get(member)?.type;
      const isText = type?.kind === 'scalar' && type.scalar === 'text' && type.name !== 'Edm.Guid';
      const text = String(row[member] ?? '');
      return encodeURIComponent(isText ? `'${text.replaceAll("'", "''")}'` : text);
    });
    const key = values.length === 1 ? values : values.map((value, index) => `${record.key[index]}=${value}`);
    return `${this.address}/${name}(${key.join(',')})`;
  }

  private written({ method, headers }: HttpRequest, target: Target, body: Members): HttpReply {
    const prefers = /\breturn=(minimal|representation)\b/.exec(headers.prefer ?? '')?.[1];
    const { creates = {}, calls = {} } = this.placed.rules;
    switch (target.kind) {
      case 'call': {
        const { call, set, row, parameters } = target;
        const name = set === undefined ? call.name : `${set.name}/${call.name}`;
        const rule = calls[name];
        if (rule === undefined) throw notImplemented(`The double has no rule for ${name}: add it to \`calls\`.`);
        const result = rule(row, call.isAction ? body : parameters);
        return { status: result === undefined ? 204 : 200, body: result };
      }
      case 'list': {
        const { set, where, parent } = target;
        const row = creates[set.name]?.(body, parent?.row) ?? insertRecord(this.store, set, body, where);
        const created = storedRow(this.store, set, row);
        if (created === undefined) throw new Error(`The rule for ${set.name} returns no key of a record.`);
        const location = this.addressOf(set, created);
        if (prefers === 'minimal')
          return { status: 204, body: undefined, headers: { location, 'odata-entityid': location } };
        return { ...this.record(201, set, created, { selection: everything }), headers: { location } };
      }
      case 'record': {
        const { set, row } = target;
        if (method === 'DELETE') deleteRecord(this.store, set, row);
        else if (method === 'PUT') replaceRecord(this.store, set, row, body);
        else changeRecord(this.store, set, row, body);
        const changed =
          method !== 'DELETE' && prefers === 'representation' ? storedRow(this.store, set, row) : undefined;
        return changed === undefined
          ? { status: 204, body: undefined }
          : this.record(200, set, changed, { selection: everything });
      }
      case 'nothing':
        throw new ODataError(404, `There is no such record in ${target.set.name}.`, 'NotFound');
      case 'count':
        throw new ODataError(405, 'A number of records cannot be written.', 'MethodNotAllowed');
    }
  }
}

const metadataPath = '/$metadata';

/** The root of the service: an address may lead to a record of it, such as `/api/companies(5)`. */
const rootOf = (base: string): string => base.replace(/\/[^/]*\([^/]*\)$/, '');

/** The service that a path is below, or whose metadata it is; the longest base wins. */
function serviceAt(services: readonly PlacedService[], path: string): PlacedService | undefined {
  const below = services.filter(
    ({ base }) => path === base || path.startsWith(`${base}/`) || path === `${rootOf(base)}${metadataPath}`,
  );
  return below.toSorted((one, other) => other.base.length - one.base.length)[0];
}

/** Answers requests to the services. A fault of the double is status 500 with its reason. */
export function odataHandler(
  store: ODataStore,
  services: readonly [PlacedService, ...PlacedService[]],
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let present = 0;

  function answered(origin: string, request: HttpRequest, { rules, service }: PlacedService): HttpReply {
    try {
      const placed = serviceAt(services, request.path);
      const answer = (): HttpReply => {
        if (placed === undefined)
          throw new ODataError(404, `No resource was found for the path '${request.path}'.`, 'ResourceNotFound');
        return new ServiceAnswers(store, placed, origin).answer(request);
      };
      return rules.around === undefined ? answer() : rules.around(request, answer);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === undefined) throw error;
      const { status, code, message } = refusal;
      return { status, body: rules.error?.(refusal) ?? errorJson(code, message, service.version) };
    }
  }

  return async (message, response) => {
    present += 1;
    try {
      const origin = `http://${message.headers.host}`;
      const { pathname, searchParams } = new URL(message.url ?? '/', origin);
      const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value ?? '')]);
      const request: HttpRequest = {
        method: methods[message.method ?? ''] ?? 'HEAD',
        path: pathname,
        query: searchParams,
        headers: Object.fromEntries(headers),
        body: await text(message),
        present,
      };
      const reply = answered(origin, request, serviceAt(services, pathname) ?? services[0]);
      const body: Json | string | undefined = reply.body;
      const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
      response.writeHead(reply.status, { date: new Date(store.now()).toUTCString(), ...type, ...reply.headers });
      response.end(typeof body === 'object' ? JSON.stringify(body) : body);
    } catch (error) {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`The double failed: ${error instanceof Error ? error.stack : error}`);
    } finally {
      present -= 1;
    }
  };
}
