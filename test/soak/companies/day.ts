/** What happens in a day beside the requests: companies come and go, consents end, and replicas are killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Company } from '../../companies/company.ts';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { renewByLink, renewConsent } from './consents.ts';
import type { Stage } from './stage.ts';
import { isInTable } from './table.ts';
import { type CompanyState, stateOf } from './traffic.ts';

export interface DayCounts {
  kills: number;
  added: number;
  removed: number;
  suspended: number;
  withdrawn: number;
  /** Withdrawn consents that were given again by a one-time link; the others by `engine auth set`. */
  links: number;
  /** Milliseconds from the entry of a company until all replicas answer. */
  readonly addedMs: number[];
}

interface DayOptions {
  readonly stage: Stage;
  /** The companies that take requests. */
  readonly active: CompanyState[];
  readonly random: Random;
  readonly faults: string[];
}

export interface Day {
  readonly counts: DayCounts;
  /** SIGKILL of a replica, and its restart. The first one is never killed: its memory is followed through the whole day. */
  kill(): Promise<void>;
  /** A new company answers on each replica, another one ends without losing a request, and a third one is suspended for a moment. */
  change(): Promise<void>;
  /** A consent ends, and is given again. */
  endConsent(): Promise<void>;
}

/** A running service uses a new token within a minute. */
const renewedMs = 75_000;
/** Longest time until a new company is answered, in milliseconds. A replica may be starting. */
const addedWithinMs = 60_000;

export function createDay({ stage, active, random, faults }: DayOptions): Day {
  const { installation, table, replicas, web, place } = stage;
  const later = [...stage.all.slice(stage.first.length)];
  const counts: DayCounts = { kills: 0, added: 0, removed: 0, suspended: 0, withdrawn: 0, links: 0, addedMs: [] };

  async function removeOne(): Promise<void> {
    const leaving = active.findLast(({ isLeaving, company: { profile } }) => !isLeaving && profile !== 'consent');
    if (leaving === undefined || active.length <= 5) return;
    leaving.isLeaving = true;
    while (leaving.running > 0) await sleep(50);
    active.splice(active.indexOf(leaving), 1);
    if (isInTable(leaving.company)) await table.remove(leaving.company);
    else installation.remove(leaving.company);
    counts.removed += 1;
  }

  /** The status of a page of the company at a replica; 0 without an answer. */
  const statusAt = (baseUrl: string, { name, key }: Company): Promise<number> =>
    fetch(`${baseUrl}/${name}/debtors/list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"schemaVersion":"1"}',
    }).then(
      ({ status }) => status,
      () => 0,
    );

  async function addOne(company: Company): Promise<void> {
    const begin = performance.now();
    if (isInTable(company)) await table.add(company);
    else installation.add(company);
    for (const program of replicas.running()) {
      for (let status = 0; status !== 200; status = await statusAt(program.baseUrl, company)) {
        // A replica that is killed meanwhile reads the file at its start.
        if (!replicas.running().includes(program)) break;
        if (performance.now() - begin > addedWithinMs) {
          faults.push(`${company.name} is answered with ${status} after ${addedWithinMs / 1_000} s`);
          return;
        }
        await sleep(200);
      }
    }
    counts.addedMs.push(performance.now() - begin);
    counts.added += 1;
    active.push(stateOf(company));
  }

  /** Callers get 503 meanwhile, and repeat their requests. */
  async function suspendOne(): Promise<void> {
    const candidates = active.filter(({ isLeaving, company }) => !isLeaving && isInTable(company));
    const state = candidates[random.below(candidates.length)];
    if (state === undefined) return;
    await table.suspend(state.company);
    counts.suspended += 1;
    await sleep(2_000);
    await table.resume(state.company);
  }

  return {
    counts,
    async kill() {
      counts.kills += 1;
      await replicas.kill(1 + (counts.kills % 2));
    },
    async change() {
      await removeOne();
      const company = later.shift();
      if (company !== undefined) await addOne(company);
      await suspendOne();
    },
    async endConsent() {
      const candidates = active.filter(
        ({ company, excusedUntil }) => company.profile === 'consent' && excusedUntil === 0,
      );
      const state = candidates[random.below(candidates.length)];
      if (state === undefined) return;
      state.excusedUntil = Number.POSITIVE_INFINITY;
      web.withdraw(state.company);
      counts.withdrawn += 1;
      await sleep(15_000);
      const port = counts.withdrawn % 2 === 0 ? undefined : replicas.connectPort();
      if (port === undefined) await renewConsent(web, state.company, place);
      else {
        await renewByLink(web, state.company, place, port);
        counts.links += 1;
      }
      state.excusedUntil = performance.now() + renewedMs;
    },
  };
}
