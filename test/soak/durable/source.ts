/**
 * A write into the scripted ERP, as the durable protocol takes it: what a profile and the HTTP source say in the real engine. The
 * ERP's manual: 422 refuses the content, and a document that is not posted can be removed; 429 and 503 with `Retry-After` were not processed.
 */
import { createHash } from 'node:crypto';
import type {
  DurableStep,
  DurableUndo,
  DurableWork,
  LookupOutcome,
  SendResult,
} from '../../../engine/run/write/durable/durable-work.ts';
import { SourceError } from '../../../engine/sources/source.ts';
import type { ReleasedAnswer } from '../../../engine/sources/sql/claims/claims-table.ts';
import type { ErpDocument } from './erp/ledger.ts';
import { type ErpAddress, type ErpReply, type Exchange, exchange, Failed } from './exchange.ts';

/** What a caller sends to a replica. */
export interface WriteRequest {
  readonly key: string;
  /** More than zero, or the ERP refuses it. */
  readonly amount: number;
  /** The ERP creates it, and refuses to post it. */
  readonly closed?: true;
  /** The port of the ERP where it is not to be the usual one: a proxy's. */
  readonly via?: number;
}

/** Looks on while a step is sent. */
export interface SourceWatch {
  /** Half of the request's body has left; the other half waits for this. */
  half(key: string, step: string): Promise<void>;
}

export const installation = 'soak';
export const endpoint = '/write';
const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
/** The claim that guards the documents of a key. */
export const claimOf = (key: string): string => digest(installation, endpoint, key);
/** Members of the answer. */
const membersOf = (id: string): string => `"id":${JSON.stringify(id)}`;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function idIn(value: unknown): string | undefined {
  return isRecord(value) && typeof value.id === 'string' ? value.id : undefined;
}

/** What a reply to a request with an effect says of that effect. */
function sentBy({ status, retryAfterSeconds, value }: ErpReply): SendResult {
  const id = idIn(value);
  if ((status === 200 || status === 201) && id !== undefined) return { kind: 'done', result: { id } };
  if (status === 422) return { kind: 'refused', message: 'The ERP refuses the document.', fields: [] };
  if (status === 429 || (status === 503 && retryAfterSeconds !== undefined)) {
    return { kind: 'not processed', detail: `the ERP answered ${status}`, retryAfterSeconds, throttled: true };
  }
  return { kind: 'unknown', detail: `the ERP answered ${status}${id === undefined ? ' without an id' : ''}` };
}

async function send(erp: ErpAddress, given: Exchange): Promise<SendResult> {
  try {
    return sentBy(await exchange(erp, given));
  } catch (error) {
    const detail = String(error);
    return error instanceof Failed && !error.mayHaveLeft
      ? { kind: 'not processed', detail }
      : { kind: 'unknown', detail };
  }
}

function isDocument(value: unknown): value is ErpDocument {
  return (
    isRecord(value) && typeof value.id === 'string' && typeof value.key === 'string' && typeof value.posted === 'number'
  );
}

/** Documents that the ERP holds for alike keys. Rejects with `SourceError`. */
async function documentsLike(erp: ErpAddress, key: string): Promise<readonly ErpDocument[]> {
  const reply = await exchange(erp, { method: 'GET', path: `/documents?key=${encodeURIComponent(key)}` }).catch(
    (error) => {
      throw new SourceError('unreachable', String(error), { effect: 'none' });
    },
  );
  const { status, value } = reply;
  if (status === 429 || status === 503) {
    const retryAfterMs = (reply.retryAfterSeconds ?? 1) * 1000;
    throw new SourceError('throttled', `the ERP answered ${status}`, { retryAfterMs, effect: 'none' });
  }
  const documents: unknown = isRecord(value) ? value.documents : undefined;
  if (status !== 200 || !Array.isArray(documents) || !documents.every(isDocument)) {
    throw new SourceError('broken', `the ERP answered a lookup with ${status}`, { effect: 'none' });
  }
  return documents;
}

/** Looks the document of a key up, past those of released answers; `seen` learns its id. */
export async function findDocument(
  erp: ErpAddress,
  key: string,
  released: readonly ReleasedAnswer[],
  seen: (id: string) => void = () => undefined,
): Promise<LookupOutcome> {
  const alike = await documentsLike(erp, key);
  const passed = new Set(released.map(({ result }) => result));
  const open = alike.filter(({ id }) => !passed.has(membersOf(id)));
  const [documentOfKey, ...more] = open.filter((document) => document.key === key);
  if (documentOfKey === undefined)
    return open.length === 0 ? { kind: 'none' } : { kind: 'several', detail: 'a near match alone' };
  if (more.length > 0) return { kind: 'several', detail: `${more.length + 1} documents` };
  seen(documentOfKey.id);
  return documentOfKey.posted > 0
    ? { kind: 'one', done: ['create', 'post'], result: membersOf(documentOfKey.id) }
    : { kind: 'one', done: ['create'], result: undefined };
}

/** Removes what `create` has created. `half`: called when half of the request has left. */
export const undoOf = (erp: ErpAddress, half?: () => Promise<void>): DurableUndo => ({
  timeoutMs: erp.timeoutMs,
  repeatable: true,
  send: ({ create }, check) => {
    const path = `/documents/${encodeURIComponent(idIn(create) ?? '')}`;
    return send(erp, { method: 'DELETE', path, body: {}, check, ...(half && { half }) });
  },
});

/** The write of a request: a document is created, then posted. */
export function workOf(usual: ErpAddress, asked: WriteRequest, watch: SourceWatch): DurableWork {
  const { key, amount, closed, via } = asked;
  const erp: ErpAddress = { ...usual, port: via ?? usual.port };
  /** As the last lookup saw it. */
  let documentId: string | undefined;
  const step = (
    name: string,
    target: (done: Readonly<Record<string, unknown>>) => Omit<Exchange, 'half' | 'check'>,
  ): DurableStep => ({
    name,
    timeoutMs: erp.timeoutMs,
    send: (done, check) => send(erp, { ...target(done), check, half: () => watch.half(key, name) }),
  });
  return {
    claim: {
      id: claimOf(key),
      installation,
      endpoint,
      naturalKey: key,
      lookUp: JSON.stringify({ key }),
      payload: digest(JSON.stringify({ key, amount })),
    },
    lock: undefined,
    find: (released) =>
      findDocument(erp, key, released, (id) => {
        documentId = id;
      }),
    prepare: async () => undefined,
    steps: [
      {
        ...step('create', () => ({ method: 'POST', path: '/documents', body: { key, amount } })),
        undo: undoOf(erp, () => watch.half(key, 'remove')),
      },
      step('post', ({ create }) => ({
        method: 'POST',
        path: `/documents/${encodeURIComponent(idIn(create) ?? documentId ?? '')}/post`,
        body: { key, closed },
      })),
    ],
    answer({ create, post }) {
      const id = idIn(create) ?? documentId;
      return id === undefined || idIn(post) === undefined ? undefined : membersOf(id);
    },
  };
}
