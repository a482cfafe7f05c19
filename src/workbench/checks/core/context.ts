/** What every check works with: requests whose answers are validated, data of the ERP, and the limits of the run. */
import type { Declared } from '../../../../engine/tools/index.ts';
import type { AnswerOf, Path } from '../../../contract/types.ts';
import { type Answer, type Caller, type CallOptions, type Exchange, keyFor } from '../validation/caller.ts';
import { errorFindings, refusedFields } from '../validation/errors.ts';
import { type RuleName, ruleViolation } from '../validation/rules.ts';
import { bodyOf } from '../validation/validate.ts';
import { type DiscoveredData, discoverData } from './discovered-data.ts';
import { type Exchanges, failed, openExchanges } from './exchanges.ts';
import type { FixtureAccess, Memory } from './fixture-access.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { notApplicable, shownValue } from './outcome.ts';
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
  readonly discovered: DiscoveredData;
  /** Answers of the lists, kept over the checks that compare them. */
  readonly ledger: Ledger;
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
  /** Restarts the service; default: with its writes. */
  restart(memory?: Memory): Promise<void>;
}

export interface ContextInput {
  /** Called once, and again after each restart of the service. */
  readonly openCaller: () => Caller;
  readonly settings: CheckSettings;
  readonly profile: Declared | undefined;
  readonly fixture: FixtureAccess | undefined;
  readonly now: () => number;
}

export interface OpenedContext extends Pick<Exchanges, 'begin' | 'record' | 'written'> {
  readonly context: CheckContext;
}

/** Nothing is sent before the first check asks. `begin` starts the record of a check. */
export function openContext(input: ContextInput): OpenedContext {
  const { openCaller, settings, profile, fixture, now } = input;
  const exchanges = openExchanges(openCaller, settings);
  const { sendForAnswer, sendForValidAnswer } = exchanges;
  const requests: Requests = {
    fresh: numbering(now()),
    async post(path, fields, options) {
      const { answer, made } = await sendForValidAnswer(path, fields, options);
      if (answer.status !== 500 && answer.status !== 502) return answer;
      const message = `${path} answered ${shownValue(fields)} with ${answer.status}: ${answer.text}; what the ERP does not take is refused with 422`;
      throw failed(path, [ruleViolation('status', '', message)], made);
    },
    async ask<P extends Path>(path: P, fields: Body, options?: CallOptions): Promise<AnswerOf<P>> {
      const { answer, made } = await sendForValidAnswer(path, fields, options);
      const body = bodyOf(path, answer);
      if (body !== undefined) return body;
      const message = `${path} must answer ${shownValue(fields)} with 200, and answered ${answer.status}`;
      throw failed(path, [ruleViolation('status', '', message)], made);
    },
  };
  const has = (path: Path): boolean =>
    profile?.endpoints.get(path)?.unavailable === undefined && keyFor(exchanges.caller().keys, path) !== undefined;
  const discovered = discoverData({ requests, settings, now, has });
  const refuse: CheckContext['refuse'] = async (path, body, refusal, options) => {
    const { answer, made } = await sendForAnswer(path, body, options);
    demandRefusal(path, answer, made, refusal);
  };
  const context: CheckContext = {
    ...requests,
    get caller() {
      return exchanges.caller();
    },
    settings,
    profile,
    fixture,
    now,
    discovered,
    ledger: openLedger({ requests, settings, discovered, now, has }),
    sample: (items, count) => spread(items, Math.min(count, settings.mostSamples)),
    send: async (path, body, options) => (await sendForAnswer(path, body, options)).answer,
    refuse,
    async refusedFields(path, fields, rule) {
      const { answer, made } = await sendForAnswer(path, fields);
      demandRefusal(path, answer, made, { rule, status: 422, because: shownValue(fields) });
      return refusedFields(answer);
    },
    note: exchanges.note,
    async restart(memory = 'with its writes') {
      await fixture?.restart(memory);
      exchanges.reopen();
    },
  };
  return { context, begin: exchanges.begin, record: exchanges.record, written: exchanges.written };
}

/** Fails the check unless an answer is the refusal that the contract demands. */
function demandRefusal(path: Path, answer: Answer, made: Exchange, refusal: Refusal): void {
  const { rule, status, because, fields = [] } = refusal;
  if (answer.status === 501 && status === 422) notApplicable(`the service does not provide ${path} (501)`);
  if (answer.status !== status) {
    const message = `${because}: the status must be ${status}, and is ${answer.status}`;
    throw failed(path, [ruleViolation(rule, '', message)], made);
  }
  const named = refusedFields(answer);
  const unnamed = fields
    .filter((field) => !named.includes(field))
    .map((field) => `${because}: ${field} must be named; named: ${named.join(', ') || 'none'}`)
    .map((message) => ruleViolation(rule, 'details.fields', message));
  const findings = [...errorFindings(answer), ...unnamed];
  if (findings.length > 0) throw failed(path, findings, made);
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
