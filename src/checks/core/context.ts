/** What every check works with: requests whose answers are validated, data of the ERP, and the limits of the run. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Declared } from '../../../engine/tools/index.ts';
import type { AnswerOf, Path } from '../../contract/types.ts';
import { type Answer, type Caller, type CallOptions, type Exchange, keyFor } from '../validation/caller.ts';
import { errorFindings, refusedFields } from '../validation/errors.ts';
import type { Json } from '../validation/record.ts';
import { type Finding, finding, type RuleName } from '../validation/rules.ts';
import { bodyOf, validate } from '../validation/validate.ts';
import { type DiscoveredData, discoverData } from './discovered-data.ts';
import type { FixtureAccess } from './fixture-access.ts';
import { Concluded, notApplicable, shownValue } from './outcome.ts';
import type { Body, Requests } from './requests.ts';
import { spread } from './sample.ts';
import type { CheckSettings } from './settings.ts';

/** A refusal that the contract demands. */
export interface Refusal {
  /** The rule that any other answer breaks. */
  readonly rule: RuleName;
  readonly status: number;
  /** What is wrong with the request, for people. */
  readonly because: string;
  /** Fields that a 422 must name. */
  readonly fields?: readonly string[];
}

export interface CheckContext extends Requests {
  readonly caller: Caller;
  readonly settings: CheckSettings;
  /** What the profile of the service declares; undefined where the service is not known from inside. */
  readonly profile: Declared | undefined;
  /** Undefined unless the run owns the service and its ERP. */
  readonly fixture: FixtureAccess | undefined;
  readonly found: DiscoveredData;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Up to `count` items from all over a list, and no more than the settings allow. The choice is the same in each run. */
  sample<T>(items: readonly T[], count: number): readonly T[];
  /** Sends a text or fields without judging the answer. Fails the check where no answer arrives. */
  send(path: Path, body: Body | string, options?: CallOptions): Promise<Answer>;
  /** Sends a request that must be refused. */
  refuse(path: Path, body: Body | string, refusal: Refusal, options?: CallOptions): Promise<void>;
  /** Sends a request that must be refused with 422. Returns the fields that the answer names. */
  refusedFields(path: Path, fields: Body, rule: RuleName): Promise<readonly string[]>;
  /** Adds a remark to the report that is no fault. */
  note(text: string): void;
  /** Restarts the service. */
  restart(): Promise<void>;
}

/** What a run knows of the check that is running. */
export interface CheckRecord {
  /** The last exchanges. */
  readonly exchanges: readonly Exchange[];
  readonly notes: readonly string[];
  /** Why the last request got no answer. */
  readonly silence: string | undefined;
}

export interface ContextInput {
  /** Called once, and again after each restart of the service. */
  readonly openCaller: () => Caller;
  readonly settings: CheckSettings;
  readonly profile: Declared | undefined;
  readonly fixture: FixtureAccess | undefined;
  readonly now: () => number;
}

export interface OpenedContext {
  readonly context: CheckContext;
  /** Begins the record of a new check. */
  begin(): void;
  record(): CheckRecord;
}

/** Exchanges that are kept for the report of a check that fails. */
const keptExchanges = 3;
/** Seconds that a throttled request waits at most, and how often one is sent at most. */
const longestWait = 60;
const mostTries = 4;

export function openContext({ openCaller, settings, profile, fixture, now }: ContextInput): OpenedContext {
  let caller = openCaller();
  let exchanges: Exchange[] = [];
  let notes: string[] = [];
  let silence: string | undefined;
  const fresh = numbering(now());

  /** Sends a throttled request again when the service allows it, as the platform does. */
  async function exchange(path: Path, body: Body | string, options?: CallOptions): Promise<Exchange> {
    for (let tries = 1; ; tries += 1) {
      const made = await (typeof body === 'string'
        ? caller.send(path, body, options)
        : caller.post(path, body, options));
      exchanges.push(made);
      if (exchanges.length > keptExchanges) exchanges.shift();
      const wait = secondsToWait(made);
      if (wait === undefined || wait > longestWait || tries === mostTries) return made;
      notes.push(`The service throttled a request for ${wait} s.`);
      await pause(wait * 1_000);
    }
  }

  function broken(path: Path, findings: readonly Finding[], made: Exchange): void {
    if (findings.length > 0) throw new Concluded({ kind: 'failed', findings, path, exchange: made });
  }

  /** The answer with its exchange. Fails the check where there is none. */
  async function answered(path: Path, body: Body | string, options?: CallOptions) {
    const made = await exchange(path, body, options);
    const { reply } = made;
    if (reply.kind === 'answer') {
      silence = undefined;
      return { answer: reply, made };
    }
    silence = reply.reason;
    const findings = [finding('no-answer', '', `${made.sent.path} was not answered: ${reply.reason}`)];
    throw new Concluded({ kind: 'failed', findings, path, exchange: made });
  }

  async function validated(path: Path, fields: Body, options?: CallOptions) {
    const { answer, made } = await answered(path, fields, options);
    broken(path, validate(path, asJson(fields), answer), made);
    if (answer.status === 501) notApplicable(`the service does not provide ${path} (501)`);
    return { answer, made };
  }

  const requests: Requests = {
    fresh,
    post: async (path, fields, options) => (await validated(path, fields, options)).answer,
    async ask<P extends Path>(path: P, fields: Body, options?: CallOptions): Promise<AnswerOf<P>> {
      const { answer, made } = await validated(path, fields, options);
      const body = bodyOf(path, answer);
      if (body !== undefined) return body;
      const message = `${path} must answer ${shownValue(fields)} with 200, and answered ${answer.status}`;
      throw new Concluded({ kind: 'failed', findings: [finding('status', '', message)], path, exchange: made });
    },
  };

  async function refuse(path: Path, body: Body | string, refusal: Refusal, options?: CallOptions): Promise<void> {
    const { rule, status, because, fields = [] } = refusal;
    const { answer, made } = await answered(path, body, options);
    if (answer.status === 501 && status === 422) notApplicable(`the service does not provide ${path} (501)`);
    if (answer.status !== status) {
      const message = `${because}: the status must be ${status}, and is ${answer.status}`;
      broken(path, [finding(rule, '', message)], made);
    }
    const named = refusedFields(answer);
    const missing = fields.filter((field) => !named.includes(field));
    const unnamed = missing.map((field) =>
      finding(rule, 'details.fields', `${because}: ${field} must be named; named: ${named.join(', ') || 'none'}`),
    );
    broken(path, [...errorFindings(answer), ...unnamed], made);
  }

  const has = (path: Path): boolean =>
    profile?.endpoints.get(path)?.unavailable === undefined && keyFor(caller.keys, path) !== undefined;
  const context: CheckContext = {
    ...requests,
    get caller() {
      return caller;
    },
    settings,
    profile,
    fixture,
    now,
    found: discoverData({ requests, settings, now, has }),
    sample: (items, count) => spread(items, Math.min(count, settings.mostSamples)),
    send: async (path, body, options) => (await answered(path, body, options)).answer,
    refuse,
    async refusedFields(path, fields, rule) {
      await refuse(path, fields, { rule, status: 422, because: shownValue(fields) });
      const reply = exchanges.at(-1)?.reply;
      return reply?.kind === 'answer' ? refusedFields(reply) : [];
    },
    note: (text) => void notes.push(text),
    async restart() {
      await fixture?.restart();
      caller = openCaller();
    },
  };
  return {
    context,
    begin() {
      exchanges = [];
      notes = [];
      silence = undefined;
    },
    record: () => ({ exchanges: [...exchanges], notes: [...notes], silence }),
  };
}

/** Document numbers that no other run against the same ERP has used: they begin with the time of this run. */
function numbering(startedAt: number): (prefix: string) => string {
  const run = startedAt.toString(36).toUpperCase();
  let numbers = 0;
  return (prefix) => {
    numbers += 1;
    return `${prefix}${run}${numbers.toString(36).toUpperCase().padStart(2, '0')}`;
  };
}

const asJson = (fields: Body): Json => ({ ...fields });

/** The seconds to wait after a 429; undefined after any other answer, and where the answer does not say. */
function secondsToWait({ reply }: Exchange): number | undefined {
  if (reply.kind !== 'answer' || reply.status !== 429) return undefined;
  const seconds = reply.headers.get('retry-after') ?? '';
  return /^\d{1,4}$/.test(seconds) ? Number(seconds) : undefined;
}
