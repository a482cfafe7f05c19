/**
 * A scripted ERP without transactions, in a process of its own, over HTTP/1.1 on the loopback interface. A document is made by one request
 * and posted by a second one; before that it can be removed. It is found by its key, as a database that folds case compares it. Its one argument is an `ErpTask` as
 * JSON. Under `/control/` it takes the orders of the harness.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../read-text.ts';
import { bytesOf, cutAfter, type ErpAnswer, json } from './answer.ts';
import type { Behaviour, ErpTask, Habit, Operation, Order } from './behaviour.ts';
import { openLedger } from './ledger.ts';

const task: ErpTask = JSON.parse(process.argv[2] ?? '');
const ledger = openLedger(task.file);
const ordered = new Map<string, Behaviour[]>();
let habit: Habit | undefined;
/** Keys and operations whose effect happened and whose answer is stalled. */
const stalled = new Set<string>();

interface NewDocument {
  readonly key: string;
  readonly amount: number;
}

interface Asked {
  readonly operation: Operation;
  readonly key: string;
  /** What the request does; run at most once. */
  effect(): ErpAnswer;
}

function create({ key, amount }: NewDocument): ErpAnswer {
  if (!(amount > 0)) return json(422, { message: 'The amount must be more than zero.' });
  const [existing] = task.nativeKey ? ledger.like(key).filter((document) => document.key === key) : [];
  return json(201, existing ?? ledger.create(key));
}

interface Posting {
  readonly closed?: true;
}

function post(id: string, { closed }: Posting): ErpAnswer {
  const document = ledger.byId(id);
  if (document === undefined) return json(404, { message: 'No such document.' });
  if (closed === true) return json(422, { message: 'The period is closed.' });
  return json(200, (task.nativeKey && document.posted > 0 ? document : ledger.post(id)) ?? document);
}

/** A document that is gone already is removed. */
function remove(id: string): ErpAnswer {
  ledger.remove(id);
  return ledger.byId(id) === undefined ? json(200, { id }) : json(409, { message: 'It is posted.' });
}

function askedFor(request: IncomingMessage, text: string): Asked | undefined {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://erp');
  const posted = /^\/documents\/([^/]+)\/post$/.exec(pathname)?.[1];
  if (request.method === 'POST' && posted !== undefined) {
    const id = decodeURIComponent(posted);
    return { operation: 'post', key: ledger.byId(id)?.key ?? '', effect: () => post(id, JSON.parse(text)) };
  }
  const removed = /^\/documents\/([^/]+)$/.exec(pathname)?.[1];
  if (request.method === 'DELETE' && removed !== undefined) {
    const id = decodeURIComponent(removed);
    return { operation: 'remove', key: ledger.byId(id)?.key ?? '', effect: () => remove(id) };
  }
  if (pathname !== '/documents') return undefined;
  if (request.method === 'GET') {
    const key = searchParams.get('key') ?? '';
    return { operation: 'find', key, effect: () => json(200, { documents: ledger.like(key) }) };
  }
  const document: NewDocument = JSON.parse(text);
  return { operation: 'create', key: document.key, effect: () => create(document) };
}

const answer = (socket: Socket, given: ErpAnswer): void => void socket.end(bytesOf(given));

async function behave(behaviour: Behaviour, { operation, key, effect }: Asked, socket: Socket): Promise<void> {
  switch (behaviour.kind) {
    case 'slow': {
      await sleep(behaviour.beforeMs);
      const given = effect();
      await sleep(behaviour.afterMs);
      return answer(socket, given);
    }
    case 'lost':
      effect();
      return void socket.resetAndDestroy();
    case 'cut':
      return cutAfter(socket, bytesOf(effect()), behaviour.bytes);
    case 'truncated':
      return answer(socket, { ...effect(), missing: 20 });
    case 'page':
      effect();
      return answer(socket, { status: 200, type: 'text/html', body: '<html><h1>Thank you.</h1></html>' });
    case 'apology':
      return answer(socket, json(200, { error: 'Something went wrong.' }));
    case 'error':
      if (behaviour.effect) effect();
      return answer(socket, json(behaviour.status, { error: 'Something broke.' }));
    case 'busy': {
      const { status, retryAfterSeconds } = behaviour;
      return answer(socket, { ...json(status, { error: 'Not processed. Come again.' }), retryAfterSeconds });
    }
    case 'stall': {
      const bytes = bytesOf(effect());
      if (behaviour.at === 'answer') socket.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
      stalled.add(`${operation} ${key}`);
    }
  }
}

/** What the harness says. */
function control(path: string, text: string): ErpAnswer {
  switch (path) {
    case '/control/orders': {
      const orders: readonly Order[] = JSON.parse(text);
      for (const { key, operation, behaviours } of orders) ordered.set(`${operation} ${key}`, [...behaviours]);
      return json(200, {});
    }
    case '/control/habit': {
      const said: { readonly habit?: Habit } = JSON.parse(text);
      habit = said.habit;
      return json(200, {});
    }
    case '/control/stalled':
      return json(200, [...stalled]);
    default:
      return json(404, {});
  }
}

async function serve(request: IncomingMessage): Promise<void> {
  const { socket } = request;
  const text = await textOf(request);
  if (request.url?.startsWith('/control/') === true) return answer(socket, control(request.url, text));
  const asked = askedFor(request, text);
  if (asked === undefined) return answer(socket, json(404, {}));
  ledger.arrived(asked.key, asked.operation);
  const usual = habit?.operations.includes(asked.operation) === true ? habit.behaviour : undefined;
  const behaviour = ordered.get(`${asked.operation} ${asked.key}`)?.shift() ?? usual;
  if (behaviour === undefined) answer(socket, asked.effect());
  else await behave(behaviour, asked, socket);
}

const server = createServer((request) => {
  request.socket.on('error', () => undefined);
  // A request that was cut off has no effect, and no answer.
  serve(request).catch(() => request.socket.destroy());
});
server.listen(task.port, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`Listening on ${typeof address === 'object' ? address?.port : ''}\n`);
});
