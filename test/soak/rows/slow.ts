/** The ERP takes half a minute for each answer, with four callers for each of its connections. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { anyDocument, insist, judge, type Sent, send, toSend } from '../oracle.ts';
import { type Replica, startReplica } from '../replicas.ts';
import { type Bench, databaseNames, type Row, type SoakSetup } from '../row.ts';
import { makePayable, openStage, type Stage } from '../stage.ts';
import { createTally, type Tally } from '../tally.ts';

const minute = 60_000;
const minutes = 10;
/** Four times the connections that write and that read. */
const writers = 16;
const readers = 40;
const answerMs = 30_000;

interface Pace {
  readonly lengthMs: number;
  /** As the setting is written. */
  readonly deadline: string;
  readonly deadlineMs: number;
  /** What a machine may add that other programs share. */
  readonly slackMs: number;
  readonly healthMs: number;
}

const paces: Readonly<Record<SoakSetup['pace'], Pace>> = {
  full: { lengthMs: minute, deadline: '30s', deadlineMs: 30_000, slackMs: 4_000, healthMs: 200 },
  brief: { lengthMs: 5_000, deadline: '3s', deadlineMs: 3_000, slackMs: 10_000, healthMs: 5_000 },
};

/** Makes the ERP slow; the result makes it as it was. */
type Slowness = () => () => void;

interface Slow {
  readonly profile: string;
  readonly slow: Slowness;
}

/** Every answer of a server is late; a file is locked by somebody else. */
async function slownessOf(setup: SoakSetup, stage: Stage): Promise<Slow> {
  if (setup.database === 'sqlite') {
    const slow: Slowness = () => {
      const clerk = new Database(join(stage.folder, 'demo.sqlite'), { timeout: 30_000 });
      clerk.exec('BEGIN IMMEDIATE');
      return () => void clerk.close();
    };
    return { profile: stage.erp.file, slow };
  }
  const { proxy, profile } = await stage.proxied();
  const slow: Slowness = () => {
    const timers = new Set<NodeJS.Timeout>();
    proxy.setRule(({ link, direction }) => {
      if (direction === 'up') return { kind: 'pass' };
      const timer = setTimeout(() => link.release(), answerMs);
      timers.add(timer);
      return { kind: 'hold' };
    });
    return () => {
      for (const timer of timers) clearTimeout(timer);
      proxy.setRule(undefined);
      proxy.releaseAll();
    };
  };
  return { profile, slow };
}

/** Watches `/health`; gives the time that 99 of 100 answers did not exceed, in milliseconds. */
async function watchHealth(replica: Replica, isOver: () => boolean): Promise<number> {
  const times: number[] = [];
  while (!isOver()) {
    const begin = performance.now();
    await replica.post('/health', {});
    times.push(performance.now() - begin);
    await sleep(50);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

interface Wave {
  readonly replica: Replica;
  readonly until: number;
  readonly pace: Pace;
  readonly tally: Tally;
}

async function timely({ pace, tally }: Wave, what: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await work();
  const took = performance.now() - begin;
  if (took > pace.deadlineMs + pace.slackMs) tally.violated(`${what} was answered after ${Math.round(took)} ms`);
}

async function keepReading(wave: Wave): Promise<void> {
  while (Date.now() < wave.until) {
    await timely(wave, 'a search', async () => {
      const { status, text } = await wave.replica.post('/catalog/customers/search', { query: 'a' });
      if (![200, 503, 504].includes(status)) wave.tally.violated(`a search was answered ${status} ${text}`);
    });
    // Whoever is turned away comes again, but not at once.
    await sleep(100);
  }
}

async function keepWriting(wave: Wave, next: () => Sent): Promise<void> {
  while (Date.now() < wave.until) {
    const sent = next();
    await timely(wave, 'a write', () => send(wave.replica, sent, wave.tally));
    await sleep(100);
  }
}

async function open(setup: SoakSetup): Promise<Bench> {
  const stage = await openStage(setup);
  const pace = paces[setup.pace];
  const { profile, slow } = await slownessOf(setup, stage);
  const environment = { ENGINE_REQUEST_TIMEOUT: pace.deadline };
  const replica = await startReplica({ profile, environment, plant: setup.plant });
  stage.atEnd(() => replica.kill());
  const payable = await makePayable(replica);
  let unique = 0;

  async function run(number: number, random: Random) {
    const tally = createTally();
    const sent: Sent[] = [];
    const next = (): Sent => {
      unique += 1;
      const newDocument = toSend(anyDocument(random, `SLOW-${number}-${unique}`, unique, payable));
      sent.push(newDocument);
      return newDocument;
    };
    const wave: Wave = { replica, until: Date.now() + pace.lengthMs, pace, tally };
    tally.injected('slow ERP');
    const recover = slow();
    let over = false;
    const health = watchHealth(replica, () => over);
    await Promise.all([
      ...Array.from({ length: readers }, () => keepReading(wave)),
      ...Array.from({ length: writers }, () => keepWriting(wave, next)),
    ]);
    over = true;
    recover();
    const since = Date.now();
    const p99 = await health;
    if (p99 > pace.healthMs) tally.violated(`/health answered within ${Math.round(p99)} ms in 99 of 100 times`);
    await Promise.all(sent.map((document) => insist([replica], document, tally, since)));
    await judge(stage.erp, sent, tally);
    return tally.result(pace.lengthMs / minute);
  }
  return { full: minutes, run, faults: stage.faults, close: stage.close };
}

export const slow: Row = {
  name: 'slow',
  proves:
    'While the ERP takes 30 seconds for each answer and four times as many callers come as it has connections, every reply comes by its deadline, `/health` within 200 ms, and no write is lost or made twice.',
  volume: '10 minutes on each database',
  databases: databaseNames,
  quick: 2,
  sample: 1,
  open,
};
