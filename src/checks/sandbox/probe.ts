/** The hands of one check: it sends requests, holds every answer against the contract, and collects what is wrong. */
import { setTimeout as pause } from 'node:timers/promises';

import type { AnswerOf, Path } from '../../contract/types.ts';
import type { Answer, Caller, CallOptions, Exchange } from '../validation/caller.ts';
import { refusedFields } from '../validation/errors.ts';
import type { Json } from '../validation/record.ts';
import { type Finding, finding, type RuleName } from '../validation/rules.ts';
import { bodyOf, validate } from '../validation/validate.ts';

/** Ends a check early: with a reason where it could not be reached, without one after a finding. */
export class Ended extends Error {
  readonly reason: string | undefined;
  constructor(reason: string | undefined) {
    super(reason ?? 'the check has failed');
    this.reason = reason;
  }
}

/** What an answer of an endpoint broke that was only asked to help. */
export interface Stray {
  readonly path: Path;
  readonly findings: readonly Finding[];
  readonly exchange: Exchange;
}

/** Which refusal is right. */
export interface Refusal {
  /** The rule that any other answer breaks. */
  readonly rule: RuleName;
  readonly statuses: readonly number[];
  /** What was wrong with the request, for people. */
  readonly because: string;
  /** Fields that a 422 must name. */
  readonly fields?: readonly string[];
}

export interface Probe {
  readonly findings: readonly Finding[];
  readonly strays: readonly Stray[];
  /** The last ones. */
  readonly exchanges: readonly Exchange[];
  readonly notes: readonly string[];
  /** Why no answer came, where none did. */
  readonly silence: string | undefined;
  /** Sends a sound request and gives what came. Ends the check where that is no usable answer. */
  ask<P extends Path>(path: P, fields: object, options?: CallOptions): Promise<AnswerOf<P>>;
  /** Sends anything, and gives the answer, which has been held against the contract. */
  send(path: Path, fields: object | string, options?: CallOptions): Promise<Answer>;
  /** Sends a request that must be refused. */
  refuse(path: Path, fields: object | string, wanted: Refusal, options?: CallOptions): Promise<void>;
  /** Records a finding unless `condition` holds; gives the condition. */
  hold(condition: boolean, rule: RuleName, at: string, message: string): boolean;
  note(text: string): void;
  /** Ends the check: what it is about cannot be seen here. */
  skip(reason: string): never;
}

const keptExchanges = 3;
/** Seconds that a throttled request waits at most, and how often one is sent. */
const longestWait = 60;
const mostTries = 4;
/** After these a body cannot be worked with. */
const unusable: ReadonlySet<RuleName> = new Set(['json', 'missing-field', 'field-type', 'date', 'instant']);

/** A probe for a check about `subject`. */
export function createProbe(caller: Caller, subject: Path): Probe {
  const findings: Finding[] = [];
  const strays: Stray[] = [];
  const exchanges: Exchange[] = [];
  const notes: string[] = [];
  let silence: string | undefined;

  function report(path: Path, found: readonly Finding[], exchange: Exchange): void {
    if (found.length === 0) return;
    if (path === subject) findings.push(...found);
    else strays.push({ path, findings: found, exchange });
  }

  /** A throttled request is sent again when the service says, as the platform does: the contract allows it to throttle. */
  async function exchanged(path: Path, fields: object | string, options?: CallOptions): Promise<Exchange> {
    for (let tries = 1; ; tries += 1) {
      const exchange = await (typeof fields === 'string'
        ? caller.send(path, fields, options)
        : caller.post(path, fields, options));
      exchanges.push(exchange);
      if (exchanges.length > keptExchanges) exchanges.shift();
      const wait = waitOf(exchange);
      if (wait === undefined || wait > longestWait || tries === mostTries) return exchange;
      notes.push(`The service throttled a request for ${wait} s.`);
      await pause(wait * 1_000);
    }
  }

  /** The answer, or the end of the check where none came. */
  function arrived(path: Path, exchange: Exchange): Answer {
    const { reply } = exchange;
    if (reply.kind === 'answer') return reply;
    silence = reply.reason;
    report(path, [finding('no-answer', '', reply.reason)], exchange);
    throw new Ended(path === subject ? undefined : `${path} gave no answer.`);
  }

  async function send(path: Path, fields: object | string, options?: CallOptions): Promise<Answer> {
    const exchange = await exchanged(path, fields, options);
    const answer = arrived(path, exchange);
    report(path, validate(path, asJson(fields), answer), exchange);
    return answer;
  }

  async function ask<P extends Path>(path: P, fields: object, options?: CallOptions): Promise<AnswerOf<P>> {
    const exchange = await exchanged(path, fields, options);
    const answer = arrived(path, exchange);
    const found = validate(path, asJson(fields), answer);
    report(path, found, exchange);
    const usable = !found.some(({ rule }) => unusable.has(rule));
    const body = usable ? bodyOf(path, answer) : undefined;
    if (body !== undefined) return body;
    if (answer.status === 501) throw new Ended(`The service does not provide ${path} (501).`);
    if (answer.status !== 200)
      report(path, [finding('status', '', `a sound request is answered with ${answer.status}`)], exchange);
    throw new Ended(path === subject ? undefined : `${path} gave no usable answer.`);
  }

  async function refuse(path: Path, fields: object | string, wanted: Refusal, options?: CallOptions): Promise<void> {
    const { rule, statuses, because, fields: named = [] } = wanted;
    const exchange = await exchanged(path, fields, options);
    const answer = arrived(path, exchange);
    if (answer.status === 501) throw new Ended(`The service does not provide ${path} (501).`);
    if (!statuses.includes(answer.status)) {
      const message = `${because}: the status must be ${statuses.join(' or ')}, and is ${answer.status}`;
      return report(path, [finding(rule, '', message)], exchange);
    }
    const missing = named.filter((field) => !refusedFields(answer).includes(field));
    const unnamed = missing.map((field) => finding(rule, 'details.fields', `${because}: ${field} is not named`));
    report(path, [...validate(path, asJson(fields), answer), ...unnamed], exchange);
  }

  return {
    findings,
    strays,
    exchanges,
    notes,
    get silence() {
      return silence;
    },
    ask,
    send,
    refuse,
    hold(condition, rule, at, message) {
      if (!condition) findings.push(finding(rule, at, message));
      return condition;
    },
    note: (text) => void notes.push(text),
    skip(reason) {
      throw new Ended(reason);
    },
  };
}

const asJson = (fields: object | string): Json => (typeof fields === 'string' ? {} : { ...fields });

/** The seconds to wait after a 429; undefined after anything else, and where it does not say. */
function waitOf({ reply }: Exchange): number | undefined {
  if (reply.kind !== 'answer' || reply.status !== 429) return undefined;
  const seconds = reply.headers.get('retry-after') ?? '';
  return /^\d{1,4}$/.test(seconds) ? Number(seconds) : undefined;
}
