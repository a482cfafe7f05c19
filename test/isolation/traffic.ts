/** Callers of all companies at the same time, with random requests, whose answers follow from the data of their company. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Call,
  changesCall,
  draftCall,
  foreignPriceCall,
  pageCall,
  paymentCall,
  priceCall,
  refOf,
  searchCall,
  writtenId,
} from '../companies/calls.ts';
import { type Company, codesIn, pathsOf } from '../companies/company.ts';
import { isByHttp } from '../companies/installation.ts';
import { type Random, randomFrom } from '../src/workbench/checks/conformance/random.ts';
import type { Replica, World } from './world.ts';

export interface Traffic {
  /** What is wrong with answers. */
  readonly faults: string[];
  /** Ids that were answered, by company and key. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>;
  /** Answers by company. */
  readonly answered: ReadonlyMap<string, number>;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: string;
}

async function post(replica: Replica, path: string, key: string, body: object): Promise<Reply> {
  const response = await fetch(`${replica.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', ...body }),
  });
  return { status: response.status, text: await response.text(), headers: JSON.stringify([...response.headers]) };
}

/** Of one request. */
const mostTries = 30;

/** Numbers of drafts, and amounts of payments: the same in all companies. */
const numbers = 6;

/** A request that the profile of the company provides; pages follow each other. */
function nextCall(company: Company, others: readonly Company[], random: Random, page: number): Call {
  const number = random.below(numbers);
  const calls: readonly Call[] = [
    pageCall(company, page),
    pageCall(company, page),
    changesCall(company),
    changesCall(company, new Date().toISOString()),
    searchCall(company),
    priceCall(company, random.below(3)),
    draftCall(company, `PO-${number}`),
    paymentCall(number + 1),
    ...(isByHttp(company) ? [] : others.map((other) => foreignPriceCall(company, other))),
  ];
  const provided = calls.filter(({ path }) => pathsOf[company.profile].includes(path));
  return provided[random.below(provided.length)] ?? pageCall(company, page);
}

/** `turns`: requests of each caller; each company has two. */
export async function runTraffic(world: World, random: Random, turns: number): Promise<Traffic> {
  const { companies, replicas } = world;
  const faults: string[] = [];
  const written = new Map<string, Set<string>>();
  const answered = new Map<string, number>();

  function judge(company: Company, call: Call, { status, text, headers }: Reply): void {
    const what = `${company.name} ${call.path} ${JSON.stringify(call.body)}: ${status} ${text}`;
    if (status !== 200) faults.push(what);
    for (const code of codesIn(`${headers} ${text}`)) if (code !== company.code) faults.push(`${what} has ${code}`);
    if (status !== 200) return;
    if (call.answers !== undefined) {
      const given = JSON.stringify(JSON.parse(text));
      if (!call.answers.some((answer) => JSON.stringify(answer) === given)) faults.push(what);
      return;
    }
    const name = `${company.name} ${refOf(call)}`;
    written.set(name, (written.get(name) ?? new Set()).add(writtenId(text) ?? text));
  }

  /** Repeats a request as the platform does: a busy machine answers some too late. */
  async function insist(replica: Replica, company: Company, call: Call): Promise<Reply> {
    for (let tries = 1; ; tries += 1) {
      const reply = await post(replica, `/${company.name}${call.path}`, company.key, call.body);
      answered.set(company.name, (answered.get(company.name) ?? 0) + 1);
      if ((reply.status !== 503 && reply.status !== 504) || tries === mostTries) return reply;
      await sleep(200);
    }
  }

  async function caller(company: Company, seed: number): Promise<void> {
    const choices = randomFrom(seed);
    const others = companies.filter(({ number }) => number !== company.number);
    const sameProfile = others.filter(({ profile }) => profile === company.profile);
    let page = 1;
    for (let turn = 0; turn < turns; turn += 1) {
      const replica = replicas[choices.below(replicas.length)];
      if (replica === undefined) throw new Error('There is no replica.');
      const other = others[choices.below(others.length)];
      if (choices.below(12) === 0 && other !== undefined) {
        const { status, text } = await post(replica, `/${company.name}/health`, other.key, {});
        if (status !== 401) faults.push(`${company.name} accepts the key of ${other.name}: ${status} ${text}`);
        continue;
      }
      const call = nextCall(company, sameProfile, choices, page);
      if (call.path === '/debtors/list') page = pageCall(company, page).isLast ? 1 : page + 1;
      judge(company, call, await insist(replica, company, call));
      // Now and then longer than the time after which a company is closed.
      if (choices.below(8) === 0) await sleep(choices.below(600));
    }
  }

  let isOver = false;
  /** Reloads, and companies that go and come back: those that have no callers. */
  async function disturb(): Promise<void> {
    while (!isOver) {
      replicas[random.below(replicas.length)]?.hangUp();
      await sleep(100 + random.below(400));
    }
  }

  const disturbed = disturb();
  await Promise.all(companies.flatMap((company) => [1, 2].map(() => caller(company, random.below(2 ** 32)))));
  isOver = true;
  await disturbed;
  return { faults, written, answered };
}
