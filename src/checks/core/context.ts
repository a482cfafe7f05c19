/** What every check works with: requests whose answers are validated, data of the ERP, and the limits of the run. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseBody } from '../../../engine/index.ts';
import type { Declared } from '../../../engine/tools/index.ts';
import type { AnswerOf, Path } from '../../contract/types.ts';
import {
  type Answer,
  bearer,
  type Caller,
  type CallOptions,
  type Exchange,
  keyFor,
  type SentRequest,
} from '../validation/caller.ts';
import { errorFindings, refusedFields } from '../validation/errors.ts';
import { isRecord, type Json } from '../validation/record.ts';
import { type Finding, finding, type RuleName } from '../validation/rules.ts';
import { bodyOf, validate } from '../validation/validate.ts';
import { type DiscoveredData, discoverData } from './discovered-data.ts';
import type { FixtureAccess } from './fixture-access.ts';
import { type Ledger, openLedger } from './ledger.ts';
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
  /** The first request with a key of the run that was answered with 401. */
  readonly keyRefused: Exchange | undefined;
}

/** A document that a run has created in the ERP. */
export interface WrittenDocument {
  readonly path: Path;
  /** Number of a draft or an invoice; amount and invoice of a payment. */
  readonly name: string;
  readonly id: string;
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
  /** All documents so far, each once. */
  written(): readonly WrittenDocument[];
}

/** Exchanges that are kept for the report of a check that fails. */
const keptExchanges = 3;
/** Seconds that a throttled request waits at most, and how often one is sent at most. */
const longestWait = 60;
const mostTries = 4;

export function openContext(input: ContextInput): OpenedContext {
  const { openCaller, settings, profile, fixture, now } = input;
  const exchanges = openExchanges(openCaller, settings);
  const { answered, validated } = exchanges;
  const requests: Requests = {
    fresh: numbering(now()),
    post: async (path, fields, options) => (await validated(path, fields, options)).answer,
    async ask<P extends Path>(path: P, fields: Body, options?: CallOptions): Promise<AnswerOf<P>> {
      const { answer, made } = await validated(path, fields, options);
      const body = bodyOf(path, answer);
      if (body !== undefined) return body;
      const message = `${path} must answer ${shownValue(fields)} with 200, and answered ${answer.status}`;
      throw failed(path, [finding('status', '', message)], made);
    },
  };
  const has = (path: Path): boolean =>
    profile?.endpoints.get(path)?.unavailable === undefined && keyFor(exchanges.caller().keys, path) !== undefined;
  const found = discoverData({ requests, settings, now, has });
  const refuse: CheckContext['refuse'] = async (path, body, refusal, options) => {
    const { answer, made } = await answered(path, body, options);
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
    found,
    ledger: openLedger({ requests, settings, found, now, has }),
    sample: (items, count) => spread(items, Math.min(count, settings.mostSamples)),
    send: async (path, body, options) => (await answered(path, body, options)).answer,
    refuse,
    async refusedFields(path, fields, rule) {
      const { answer, made } = await answered(path, fields);
      demandRefusal(path, answer, made, { rule, status: 422, because: shownValue(fields) });
      return refusedFields(answer);
    },
    note: exchanges.note,
    async restart() {
      await fixture?.restart();
      exchanges.reopen();
    },
  };
  return { context, begin: exchanges.begin, record: exchanges.record, written: exchanges.written };
}

/** An answer with the exchange that reports show. */
interface Answered {
  readonly answer: Answer;
  readonly made: Exchange;
}

interface Exchanges extends Pick<OpenedContext, 'begin' | 'record' | 'written'> {
  caller(): Caller;
  /** Opens the caller again, after a restart of the service. */
  reopen(): void;
  note(text: string): void;
  /** Fails the check where no answer arrives. */
  answered(path: Path, body: Body | string, options?: CallOptions): Promise<Answered>;
  /** Fails the check where the answer breaks the contract. A 501 makes it not applicable. */
  validated(path: Path, fields: Body, options?: CallOptions): Promise<Answered>;
}

/** Sends requests, and records the exchanges of the check that is running. */
function openExchanges(openCaller: () => Caller, settings: Pick<CheckSettings, 'demoSku'>): Exchanges {
  const written = new Map<string, WrittenDocument>();
  let keyRefused: Exchange | undefined;
  let caller = openCaller();
  let exchanges: Exchange[] = [];
  let notes: string[] = [];
  let silence: string | undefined;

  /** Sends a throttled request again when the service allows it, as the platform does. */
  async function exchange(path: Path, body: Body | string, options?: CallOptions): Promise<Exchange> {
    for (let tries = 1; ; tries += 1) {
      const isText = typeof body === 'string';
      const made = await (isText ? caller.send(path, body, options) : caller.post(path, body, options));
      exchanges.push(made);
      if (made.reply.kind === 'answer' && made.reply.status === 401 && hasOwnKey(caller, options)) keyRefused ??= made;
      const document = writtenBy(made, settings);
      if (document !== undefined) written.set(`${path} ${document.id}`, document);
      if (exchanges.length > keptExchanges) exchanges.shift();
      const wait = secondsToWait(made);
      if (wait === undefined || wait > longestWait || tries === mostTries) return made;
      notes.push(`The service throttled a request for ${wait} s.`);
      await pause(wait * 1_000);
    }
  }

  async function answered(path: Path, body: Body | string, options?: CallOptions): Promise<Answered> {
    const made = await exchange(path, body, options);
    const { reply } = made;
    silence = reply.kind === 'answer' ? undefined : reply.reason;
    if (reply.kind === 'answer') return { answer: reply, made };
    throw failed(path, [finding('no-answer', '', `${made.sent.path} was not answered: ${reply.reason}`)], made);
  }

  return {
    answered,
    async validated(path, fields, options) {
      const { answer, made } = await answered(path, fields, options);
      const findings = validate(path, asJson(fields), answer);
      if (findings.length > 0) throw failed(path, findings, made);
      if (answer.status === 501) notApplicable(`the service does not provide ${path} (501)`);
      return { answer, made };
    },
    caller: () => caller,
    reopen() {
      caller = openCaller();
    },
    note: (text) => void notes.push(text),
    begin() {
      exchanges = [];
      notes = [];
      silence = undefined;
      keyRefused = undefined;
    },
    record: () => ({ exchanges: [...exchanges], notes: [...notes], silence, keyRefused }),
    written: () => [...written.values()],
  };
}

/** Whether a request carries a key of the run as it stands. */
function hasOwnKey({ keys }: Caller, options: CallOptions | undefined): boolean {
  const authorization = options?.authorization;
  if (authorization === undefined) return true;
  return [keys.ordering, keys.receivables].some(
    (key) => key !== undefined && authorization.value === bearer(key).value,
  );
}

/** The document of an accepted write. The sample draft of the connection test is none. */
function writtenBy(
  { sent, reply }: Exchange,
  { demoSku }: Pick<CheckSettings, 'demoSku'>,
): WrittenDocument | undefined {
  if (reply.kind !== 'answer' || reply.status !== 200 || !isRecord(reply.body)) return undefined;
  const { body } = reply;
  const request = requestOf(sent);
  switch (sent.path) {
    case '/sale-draft': {
      const lines: readonly unknown[] = Array.isArray(request.lines) ? request.lines : [];
      if (lines.every((line) => isRecord(line) && line.sku === demoSku)) return undefined;
      return { path: sent.path, name: String(request.poNumber), id: String(body.saleNumber ?? body.saleId) };
    }
    case '/invoices/push':
      return { path: sent.path, name: String(request.invoiceNumber), id: String(body.erpInvoiceId) };
    case '/payments/push': {
      const name = `${String(request.amount)} on invoice ${String(request.erpInvoiceId)}`;
      return { path: sent.path, name, id: String(body.erpPaymentId) };
    }
    default:
      return undefined;
  }
}

function requestOf({ text }: SentRequest): Json {
  const parsed = parseBody(text);
  return parsed.ok && isRecord(parsed.body) ? parsed.body : {};
}

const failed = (path: Path, findings: readonly Finding[], exchange: Exchange): Concluded =>
  new Concluded({ kind: 'failed', findings, path, exchange });

/** Fails the check unless an answer is the refusal that the contract demands. */
function demandRefusal(path: Path, answer: Answer, made: Exchange, refusal: Refusal): void {
  const { rule, status, because, fields = [] } = refusal;
  if (answer.status === 501 && status === 422) notApplicable(`the service does not provide ${path} (501)`);
  if (answer.status !== status) {
    const message = `${because}: the status must be ${status}, and is ${answer.status}`;
    throw failed(path, [finding(rule, '', message)], made);
  }
  const named = refusedFields(answer);
  const unnamed = fields
    .filter((field) => !named.includes(field))
    .map((field) => `${because}: ${field} must be named; named: ${named.join(', ') || 'none'}`)
    .map((message) => finding(rule, 'details.fields', message));
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

const asJson = (fields: Body): Json => ({ ...fields });

/** The seconds to wait after a 429; undefined after any other answer, and where the answer does not say. */
function secondsToWait({ reply }: Exchange): number | undefined {
  if (reply.kind !== 'answer' || reply.status !== 429) return undefined;
  const seconds = reply.headers.get('retry-after') ?? '';
  return /^\d{1,4}$/.test(seconds) ? Number(seconds) : undefined;
}
