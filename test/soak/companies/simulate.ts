/**
 * The day of an operator with many companies on three replicas: companies come and go, consents end, a replica is killed every minute, and one company is
 * hostile. No request of another company may be lost, and no document doubled.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomFrom } from '../../src/workbench/checks/conformance/random.ts';
import { createDay, type DayCounts } from './day.ts';
import { checkDocuments } from './documents.ts';
import { type HostileFigures, runHostile } from './hostile.ts';
import type { Sample } from './replicas.ts';
import { openStage, type Stage } from './stage.ts';
import {
  type CompanyState,
  createTraffic,
  emptyFigures,
  stateOf,
  type Traffic,
  type TrafficFigures,
} from './traffic.ts';

export interface SimulationOptions {
  readonly companies: number;
  readonly minutes: number;
  readonly seed: number;
  /** Seconds between two kills. */
  readonly killSeconds: number;
  /** Requests per second at noon. */
  readonly rate: number;
  readonly print: (text: string) => void;
}

export interface SimulationResult extends DayCounts {
  readonly figures: TrafficFigures;
  readonly hostile: HostileFigures;
  readonly samples: readonly Sample[];
  readonly startMs: readonly number[];
  readonly documents: number;
  /** All that must not be. */
  readonly faults: readonly string[];
}

const idleMs = 30_000;
const sampleMs = 5_000;
const changeMs = 10_000;
const consentMs = 20_000;
/** Requests in progress, at most. */
const mostOpen = 20;

/** By `performance.now()`. */
interface Span {
  readonly begin: number;
  readonly end: number;
}

/** The part of the rate at noon, at a part of the day: least at its begin and end. */
const dayCurve = (part: number): number => 0.2 + 0.8 * Math.sin(Math.PI * part) ** 2;

/** Half of the requests are those of every tenth company. */
function choose(active: readonly CompanyState[], random: Random): CompanyState | undefined {
  const count = random.below(2) === 0 ? Math.max(1, Math.floor(active.length / 10)) : active.length;
  const state = active[random.below(count)];
  return state?.isLeaving ? undefined : state;
}

/** Sends the requests of the day, and waits for the last answers. */
async function sendAll(
  next: () => CompanyState | undefined,
  traffic: Traffic,
  rate: number,
  { begin, end }: Span,
): Promise<void> {
  const open = new Set<Promise<void>>();
  while (performance.now() < end) {
    const state = open.size < mostOpen ? next() : undefined;
    if (state !== undefined) {
      const sent: Promise<void> = traffic.sendNext(state).finally(() => open.delete(sent));
      open.add(sent);
    }
    await sleep(1_000 / (rate * dayCurve((performance.now() - begin) / (end - begin))));
  }
  await Promise.all(open);
}

/** Does the work again and again until the end of the day. Its errors are faults. */
async function every(ms: number, end: number, faults: string[], work: () => Promise<void>): Promise<void> {
  for (;;) {
    await sleep(Math.max(0, Math.min(ms, end - performance.now())));
    if (performance.now() >= end) return;
    await work().catch((error: unknown) => void faults.push(String(error)));
  }
}

async function sampleOf({ replicas, erp }: Stage, begin: number): Promise<Sample> {
  const { rows } = await erp.query<{ connections: number; transactions: string }>(
    `select (select count(*)::int from pg_stat_activity where application_name = 'erp-engine') as connections,
            (select sum(xact_commit + xact_rollback) from pg_stat_database) as transactions`,
  );
  return {
    second: Math.round((performance.now() - begin) / 1_000),
    resident: replicas.resident(),
    connections: rows[0]?.connections ?? 0,
    transactions: Number(rows[0]?.transactions ?? 0),
  };
}

/** Runs a day. Rejects only if the harness fails. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const { companies, minutes, seed, killSeconds, rate, print } = options;
  const random = randomFrom(seed);
  const later = Math.ceil((minutes * 60_000) / changeMs);
  const stage = await openStage({ counts: { first: companies, later }, idleMs, random });
  try {
    const { first, replicas, web } = stage;
    print(`${companies} companies; starts: ${replicas.startMs.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')}`);
    const [hostileCompany, ...others] = first;
    if (hostileCompany === undefined) throw new Error('There is no company.');
    const active = others.map(stateOf);
    const figures = emptyFigures();
    const faults: string[] = [];
    const samples: Sample[] = [];
    const { balancer } = replicas;
    const traffic = createTraffic({ balancer, figures, random, idleMs });
    const day = createDay({ stage, active, random, faults });
    const begin = performance.now();
    const end = begin + minutes * 60_000;
    const [hostile] = await Promise.all([
      runHostile({
        company: hostileCompany,
        others: () => active.map(({ company }) => company),
        balancer,
        random,
        isOver: () => performance.now() >= end,
      }),
      sendAll(() => choose(active, random), traffic, rate, { begin, end }),
      every(sampleMs, end, faults, async () => void samples.push(await sampleOf(stage, begin))),
      every(killSeconds * 1_000, end, faults, day.kill),
      every(changeMs, end, faults, day.change),
      every(consentMs, end, faults, day.endConsent),
    ]);
    await traffic.close();
    for (const status of await replicas.stop()) if (status !== 0) faults.push(`a replica ended with status ${status}`);
    const checked = await checkDocuments(stage, figures.written);
    const bugs = replicas
      .output()
      .split('\n')
      .filter((line) => line.includes('"event":"bug"'));
    faults.push(...figures.faults, ...hostile.faults, ...web.faults, ...bugs, ...checked.faults);
    return {
      figures,
      hostile,
      samples,
      startMs: replicas.startMs,
      ...day.counts,
      documents: checked.documents,
      faults,
    };
  } finally {
    await stage.close();
  }
}
