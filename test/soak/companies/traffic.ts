/** A day's traffic of many companies, compressed: most of it from few companies, more at noon than at night. Callers repeat a request as the contract says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import {
  type Call,
  draftCall,
  pageCall,
  paymentCall,
  priceCall,
  refOf,
  searchCall,
  writtenId,
} from '../../companies/calls.ts';
import { type Company, codesIn, pathsOf } from '../../companies/company.ts';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';

/** The base URL of a replica that takes requests; undefined while there is none. */
export type Balancer = (except?: string) => string | undefined;

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What is known of a company's state, apart from its data. */
export interface CompanyState {
  readonly company: Company;
  /** It takes no further requests. */
  isLeaving: boolean;
  /** Its requests in progress. */
  running: number;
  /** When its consent was withdrawn or given again, by `performance.now()`; until `excusedUntil` refusals by its ERP are expected. */
  excusedUntil: number;
  /** Of the walk through its debtors. */
  page: number;
  /** Number of its writes. */
  writes: number;
  /** By `performance.now()`; 0: none yet. */
  lastRequest: number;
}

export const stateOf = (company: Company): CompanyState => ({
  company,
  isLeaving: false,
  running: 0,
  excusedUntil: 0,
  page: 1,
  writes: 0,
  lastRequest: 0,
});

export interface TrafficFigures {
  /** Answered requests by kind of ERP and path. */
  readonly answered: Map<string, number>;
  /** Attempts that had to be repeated, by reason. */
  readonly repeated: Map<string, number>;
  /** Answers that were excused, because the consent was withdrawn. */
  excused: number;
  readonly faults: string[];
  /** The id that was answered, by company and key. */
  readonly written: Map<string, string>;
  /** Milliseconds of first requests after a time without one, and of all others. */
  readonly first: number[];
  readonly others: number[];
}

export const emptyFigures = (): TrafficFigures => ({
  answered: new Map(),
  repeated: new Map(),
  excused: 0,
  faults: [],
  written: new Map(),
  first: [],
  others: [],
});

export const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

/** Longest time until a request is answered, over all its repetitions, in milliseconds. */
const patienceMs = 120_000;

interface TrafficOptions {
  readonly balancer: Balancer;
  readonly figures: TrafficFigures;
  readonly random: Random;
  /** After this time without a request a company's engine is closed, in milliseconds. */
  readonly idleMs: number;
}

export interface Traffic {
  /** Sends the next request of a company, until it is answered. */
  sendNext(state: CompanyState): Promise<void>;
  close(): Promise<void>;
}

export function createTraffic({ balancer, figures, random, idleMs }: TrafficOptions): Traffic {
  const agent = new Agent({ connections: 40, keepAliveTimeout: 2_000, headersTimeout: 60_000, bodyTimeout: 60_000 });

  async function post(base: string, path: string, key: string, body: object): Promise<Answer> {
    const { statusCode, body: reply } = await request(`${base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ schemaVersion: '1', ...body }),
      dispatcher: agent,
    });
    return { status: statusCode, text: await reply.text() };
  }

  function nextCall(state: CompanyState): Call {
    const { company } = state;
    const calls = [
      () => searchCall(company),
      () => pageCall(company, state.page),
      () => pageCall(company, state.page),
      () => priceCall(company, random.below(3)),
      () => priceCall(company, random.below(3)),
      () => draftCall(company, `PO-${random.below(5) === 0 ? random.below(state.writes + 1) : ++state.writes}`),
      () => paymentCall(1 + (random.below(5) === 0 ? random.below(state.writes + 1) : ++state.writes)),
    ];
    for (;;) {
      const call = calls[random.below(calls.length)]?.();
      if (call !== undefined && pathsOf[company.profile].includes(call.path)) return call;
    }
  }

  function judge(state: CompanyState, call: Call, { status, text }: Answer): void {
    const { company } = state;
    const what = `${company.name} (${company.profile}) ${call.path} ${JSON.stringify(call.body)}: ${status} ${text}`;
    const strangers = [...codesIn(text)].filter((code) => code !== company.code);
    if (strangers.length > 0) figures.faults.push(`${what} has ${strangers.join(', ')}`);
    if (status !== 200) {
      if (company.profile === 'consent' && performance.now() < state.excusedUntil && status >= 502)
        figures.excused += 1;
      else figures.faults.push(what);
      return;
    }
    count(figures.answered, `${company.profile} ${call.path}`);
    if (call.path === '/debtors/list') state.page = /"hasMore":\s*true/.test(text) ? state.page + 1 : 1;
    if (call.answers !== undefined) {
      const given = JSON.stringify(JSON.parse(text));
      if (!call.answers.some((answer) => JSON.stringify(answer) === given)) figures.faults.push(what);
      return;
    }
    const name = `${company.name} ${refOf(call)}`;
    const id = writtenId(text) ?? text;
    const earlier = figures.written.get(name);
    if (earlier !== undefined && earlier !== id) figures.faults.push(`${what}, and before ${earlier}`);
    figures.written.set(name, id);
  }

  /** Sends a request to one replica after the other until one answers it finally. Undefined after `patienceMs`. */
  async function insist(state: CompanyState, call: Call): Promise<Answer | undefined> {
    const { company } = state;
    const end = performance.now() + patienceMs;
    let last: string | undefined;
    for (let pause = 50; performance.now() < end; pause = Math.min(2_000, pause * 2)) {
      const base = balancer(last);
      if (base !== undefined) {
        last = base;
        try {
          const answer = await post(base, `/${company.name}${call.path}`, company.key, call.body);
          // The platform repeats these.
          const isLater = answer.status === 503 || answer.status === 504 || answer.status === 429;
          if (!isLater || performance.now() < state.excusedUntil) return answer;
          count(figures.repeated, `status ${answer.status}`);
        } catch (error) {
          count(figures.repeated, `connection: ${error instanceof Error && 'code' in error ? error.code : error}`);
        }
      } else count(figures.repeated, 'no replica');
      await sleep(pause);
    }
    return undefined;
  }

  return {
    async sendNext(state) {
      state.running += 1;
      try {
        const call = nextCall(state);
        const begin = performance.now();
        const isFirst = state.lastRequest === 0 || begin - state.lastRequest > idleMs + 10_000;
        state.lastRequest = begin;
        const answer = await insist(state, call);
        if (answer === undefined) {
          figures.faults.push(
            `${state.company.name} ${call.path} ${JSON.stringify(call.body)} was not answered within ${patienceMs / 1_000} s`,
          );
          return;
        }
        (isFirst ? figures.first : figures.others).push(performance.now() - begin);
        judge(state, call, answer);
      } finally {
        state.running -= 1;
      }
    },
    close: () => agent.close(),
  };
}
