/**
 * A replica of the service in a process of its own: the durable protocol of the engine on a real store, and the scripted ERP in the
 * place of an HTTP source. `POST /write` takes a `WriteRequest`; under `/control/` it takes the orders of the harness. Its one
 * argument is a `ReplicaTask` as JSON.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineEvent } from '../../../../engine/base/events.ts';
import { problemOf } from '../../../../engine/run/context/problem-of.ts';
import { coalesceWrites, type InFlight } from '../../../../engine/run/write/coalesce-writes.ts';
import { completeDue, type Recoveries } from '../../../../engine/run/write/durable/completion.ts';
import { durableWrite } from '../../../../engine/run/write/durable/durable-write.ts';
import { createTurns } from '../../../../engine/run/write/durable/turns.ts';
import { createUnchangedClaims } from '../../../../engine/run/write/durable/unchanged-claims.ts';
import { refusalOf } from '../../../../src/service/server/refusal.ts';
import { textOf } from '../read-text.ts';
import { claimOf, endpoint, findDocument, installation, undoOf, type WriteRequest, workOf } from '../source.ts';
import { createHolds, type Halt, heldClaims, heldWork } from './holds.ts';
import { plantedClaims, plantedWork } from './plants.ts';
import { openReplicaStore } from './store.ts';
import type { ReplicaTask, StoreTrouble } from './task.ts';

const task: ReplicaTask = JSON.parse(process.argv[2] ?? '');
const say = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);
const store = await openReplicaStore(task.store, say);
const holds = createHolds(claimOf);
const clock = (): number => performance.timeOrigin + performance.now();
const ports = {
  lockState: { turns: createTurns(), holders: createUnchangedClaims(clock) },
  claims: plantedClaims(heldClaims(store.claims, holds), task.plant),
  timing: task.timing,
  // The clock on the wall may be set; this one goes on.
  clock,
  sleep: (milliseconds: number) => sleep(milliseconds),
  newOwner: () => randomUUID(),
  log: (event: EngineEvent) => {
    if (event.level !== 'debug' && event.level !== 'info') say(event);
  },
};

/** Writes that came, those whose answer has left, and those whose connection has ended. */
let accepted = 0;
let answered = 0;
let ended = 0;
let stopping = false;

/** Equal writes in this process: all but one wait for the one. */
const inFlight: InFlight = new Map();

function write(asked: WriteRequest): Promise<string> {
  const work = plantedWork(heldWork(workOf(task.erp, asked, holds), holds), task.plant);
  const deadline = ports.clock() + task.deadlineMs;
  return coalesceWrites(
    inFlight,
    work.claim.id,
    { deadline, clock: ports.clock },
    () => undefined,
    () => durableWrite(work, { ...ports, deadline }),
  );
}

function reply(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers }).end(text);
}

async function answerWrite(text: string, response: ServerResponse): Promise<void> {
  const asked: WriteRequest = JSON.parse(text);
  try {
    const members = await write(asked);
    await holds.at(claimOf(asked.key), 'before answer');
    reply(response, 200, `{${members}}`);
  } catch (error) {
    const { status, message, headers } = refusalOf(problemOf(error, true));
    say({ status, reason: String(error) });
    reply(response, status, JSON.stringify({ error: message }), headers);
  }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await textOf(request);
  switch (request.url) {
    case '/write':
      accepted += 1;
      response.once('finish', () => {
        answered += 1;
      });
      response.once('close', () => {
        ended += 1;
      });
      return answerWrite(text, response);
    case '/health':
      return reply(response, 200, '{}');
    case '/control/halt': {
      const { places, halt }: { readonly places: Readonly<Record<string, string>>; readonly halt: Halt } =
        JSON.parse(text);
      for (const [key, place] of Object.entries(places)) holds.set(claimOf(key), place, halt);
      return reply(response, 200, '{}');
    }
    case '/control/held':
      return reply(response, 200, JSON.stringify(holds.held()));
    case '/control/release':
      holds.release();
      return reply(response, 200, '{}');
    case '/control/trouble': {
      const said: { readonly trouble?: StoreTrouble } = JSON.parse(text);
      store.setTrouble(said.trouble);
      return reply(response, 200, '{}');
    }
    default:
      return reply(response, 404, '{}');
  }
}

const recoveries: Recoveries = ({ endpoint: of, lookUp, released }) => {
  const { key }: { readonly key: string } = JSON.parse(lookUp);
  const find = () => findDocument(task.erp, key, released);
  return {
    find: of === endpoint ? find : undefined,
    steps: [{ name: 'create', undo: undoOf(task.erp) }, { name: 'post' }],
  };
};

/** What nobody takes care of is looked up until the end. */
async function complete(): Promise<void> {
  const completion = { ...ports, installation, unchangedClaims: createUnchangedClaims(ports.clock) };
  while (!stopping) {
    await completeDue(recoveries, completion).catch((error: unknown) => say({ completion: String(error) }));
    await sleep(task.completionMs);
  }
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    say({ harness: String(error) });
    response.destroy();
  });
});
const completion = complete();
process.once('SIGTERM', async () => {
  stopping = true;
  const closed = new Promise((resolve) => server.close(resolve));
  await completion;
  while (ended < accepted) await sleep(10);
  await closed;
  await store.close();
  process.stdout.write(`accepted ${accepted}, answered ${answered}\n`, () => process.exit(0));
});
server.listen(task.port, '127.0.0.1', () => {
  const bound = server.address();
  process.stdout.write(`Listening on ${typeof bound === 'object' ? bound?.port : ''}\n`);
});
