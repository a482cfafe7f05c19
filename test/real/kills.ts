/** Processes of the service or of a real ERP that are killed while callers push documents: each key becomes one complete document, with the id that was answered. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Program, startProgram } from '../support/program.ts';
import type { Push, RealErp, Written } from './erp.ts';

interface KillRun {
  /** Processes that are killed. */
  readonly kills: number;
  /** Kills the processes of the ERP in turn, and leaves the service running. */
  readonly ofErp?: boolean;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
  /** Called after each kill with their number so far. */
  readonly report?: (kills: number) => void;
}

interface KillResult {
  readonly kills: number;
  /** Keys that were pushed. */
  readonly keys: number;
  /** Requests whose outcome was open after a kill: cut, or answered with 429 or 5xx. */
  readonly cut: number;
  /** Requests that were acknowledged, repeats included. */
  readonly acknowledged: number;
  /** For each key that a killed process left open: milliseconds from the last kill until its final answer. */
  readonly waits: readonly number[];
  /** One sentence for each fault. */
  readonly wrong: readonly string[];
}

/** Milliseconds after the first request within which a process is killed. */
const span = 1_500;
/** Callers of each key. */
const callers = 2;
/** Unsettled keys of earlier processes that are sent again to each new one. */
const repeated = 4;
/** Processes that are killed one after the other, before the next one is left alone until all keys are settled. */
const burst = 3;
/** Milliseconds within which each key is acknowledged then: more than the timeout and `settle` of a profile. */
const patience = 480_000;
/** Keys that are sent at once in the end. */
const atOnce = 12;

/**
 * The profile, or with the shorter times of `source`. An ERP that works on a request for longer than `timeout` and `settle` together
 * may write it twice (docs/reliability.md, "Not guaranteed"). Look at the times of both documents before a duplicate is put down to that.
 */
function profileOf(profile: string, source: string | undefined): string {
  const times = 'limits: { timeout: 15s }, writes: { settle: 15s, apart: 1s }';
  return `profile: kills\nextends: ${profile}\n${source === undefined ? '' : `sources: { ${source}: { ${times} } }\n`}`;
}

/** One process at a time, always with the same store. */
class Service {
  readonly #folder = mkdtempSync(join(tmpdir(), 'engine-kills-'));
  readonly #key = randomBytes(24).toString('base64url');
  readonly #environment: Readonly<Record<string, string>>;
  #program: Program | undefined;

  constructor({ profile, environment }: RealErp, source: string | undefined) {
    writeFileSync(join(this.#folder, 'profile.yaml'), profileOf(profile, source));
    const serviceVariables = { ENGINE_KEY: this.#key, ENGINE_STORE: join(this.#folder, 'store.sqlite') };
    this.#environment = { ...environment, ...serviceVariables, ENGINE_STORE_KEY: 'a'.repeat(64) };
  }

  /** Does nothing if the process runs. */
  async start(): Promise<void> {
    this.#program ??= await startProgram(join(this.#folder, 'profile.yaml'), this.#environment);
  }

  async kill(): Promise<void> {
    await this.#program?.kill();
    this.#program = undefined;
  }

  async end(): Promise<void> {
    await this.#program?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Undefined if the process ended before it answered. */
  async post({ path, fields }: Push): Promise<{ readonly status: number; readonly text: string } | undefined> {
    try {
      const response = await fetch(`${this.#program?.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ schemaVersion: '1', ...fields }),
        signal: AbortSignal.timeout(60_000),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  }
}

/** What was answered to each key. */
class Answers {
  readonly ids = new Map<string, Set<string>>();
  readonly wrong: string[] = [];
  acknowledged = 0;
  cut = 0;

  /** Returns whether the key is settled. */
  note(push: Push, reply: { readonly status: number; readonly text: string } | undefined): boolean {
    // 429 and 5xx say that the outcome is not known yet, or that nothing was written.
    if (reply === undefined || reply.status === 429 || reply.status >= 500) return false;
    if (reply.status !== 200) {
      this.wrong.push(`${push.name} was answered with ${reply.status} ${reply.text}`);
      return true;
    }
    this.acknowledged += 1;
    const id = new RegExp(`"${push.id}":"([^"]+)"`).exec(reply.text)?.[1] ?? reply.text;
    const idsOfPush = this.ids.get(push.name) ?? new Set();
    this.ids.set(push.name, idsOfPush.add(id));
    return true;
  }
}

/** Sends a key until it is acknowledged or refused. */
async function settle(service: Service, push: Push, answers: Answers): Promise<void> {
  for (const until = Date.now() + patience; Date.now() < until; await wait(500)) {
    if (answers.note(push, await service.post(push))) return;
  }
  answers.wrong.push(`${push.name} is not decided after ${patience / 1_000} s`);
}

/** Faults of what the ERP has in the end. */
function judge(pushes: readonly Push[], answers: Answers, written: readonly Written[]): readonly string[] {
  const wrong: string[] = [];
  for (const { name } of pushes) {
    const ids = [...(answers.ids.get(name) ?? [])];
    const documents = written.filter((one) => one.name === name);
    if (ids.length > 1) wrong.push(`${name} was answered with the ids ${ids.join(', ')}`);
    if (documents.length !== 1) wrong.push(`the ERP has ${documents.length} documents for ${name}`);
    for (const { id, fault } of documents) {
      if (fault !== undefined) wrong.push(`${name}, document ${id}: ${fault}`);
      if (!ids.includes(id)) wrong.push(`${name} is document ${id}, and was answered with ${ids.join(', ')}`);
    }
  }
  return wrong;
}

/** Sends new keys and unsettled ones, each by several callers, and kills a process meanwhile. Returns the keys that are not settled. */
async function killOnce(
  service: Service,
  pushes: readonly Push[],
  { random, answers, kill }: { readonly random: () => number; readonly answers: Answers; kill(): Promise<void> },
): Promise<readonly Push[]> {
  await service.start();
  const sent = pushes.flatMap((push) => Array.from({ length: callers }, () => push));
  const replies = sent.map((push) => service.post(push));
  await wait(random() * span);
  await kill();
  const settled = new Set<string>();
  for (const [index, reply] of replies.entries()) {
    const push = sent[index];
    if (push === undefined) continue;
    if (answers.note(push, await reply)) settled.add(push.name);
    else answers.cut += 1;
  }
  return pushes.filter(({ name }) => !settled.has(name));
}

/** Kills nothing until each key is settled. Returns how long that took, from now on. */
async function settleAll(service: Service, pushes: readonly Push[], answers: Answers): Promise<readonly number[]> {
  const began = performance.now();
  await service.start();
  return Promise.all(
    pushes.map(async (push) => {
      await settle(service, push, answers);
      return performance.now() - began;
    }),
  );
}

/** Kills processes one after the other; then the callers repeat every key, and the ERP must have each document once. */
export async function runKills(erp: RealErp, { kills, ofErp, random, report }: KillRun): Promise<KillResult> {
  if (erp.kills === undefined) throw new Error(`There are no pushes for kills on ${erp.version}.`);
  const { source, open, written, processes = [] } = erp.kills;
  if (ofErp === true && processes.length === 0) throw new Error(`The processes of ${erp.version} are not known.`);
  // A request can wait in front of an ERP that starts, longer than the shorter times.
  const service = new Service(erp, ofErp === true ? undefined : source);
  const answers = new Answers();
  const all: Push[] = [];
  const waits: number[] = [];
  try {
    await service.start();
    const make = await open(async (push) => {
      const reply = await service.post(push);
      if (reply?.status !== 200) throw new Error(`${push.name}: ${reply?.status} ${reply?.text}`);
      return reply.text;
    });
    let unsettled: readonly Push[] = [];
    for (let number = 0; number < kills; number += 1) {
      const fresh = make(number);
      all.push(...fresh);
      const older = unsettled.toSorted(() => random() - 0.5);
      const kill = async (): Promise<void> =>
        ofErp === true ? processes[number % processes.length]?.end(random) : await service.kill();
      const left = await killOnce(service, [...fresh, ...older.slice(0, repeated)], { random, answers, kill });
      unsettled = [...left, ...older.slice(repeated)];
      if ((number + 1) % burst === 0) {
        waits.push(...(await settleAll(service, unsettled, answers)));
        unsettled = [];
      }
      report?.(number + 1);
    }
    await service.start();
    for (let from = 0; from < all.length; from += atOnce)
      await Promise.all(all.slice(from, from + atOnce).map((push) => settle(service, push, answers)));
    const wrong = [...answers.wrong, ...judge(all, answers, await written())];
    return { kills, keys: all.length, cut: answers.cut, acknowledged: answers.acknowledged, waits, wrong };
  } finally {
    await service.end();
  }
}
