/** Sends the requests of a run, and records its exchanges and written documents. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseBody } from '../../../../engine/index.ts';
import type { Path } from '../../../contract/types.ts';
import {
  type Answer,
  bearer,
  type Caller,
  type CallOptions,
  type Exchange,
  type SentRequest,
} from '../validation/caller.ts';
import { isRecord, type Json } from '../validation/record.ts';
import { type RuleViolation, ruleViolation } from '../validation/rules.ts';
import { validate } from '../validation/validate.ts';
import { Concluded, notApplicable } from './outcome.ts';
import type { Body } from './requests.ts';
import { secondsToWait } from './retry-after.ts';
import type { CheckSettings } from './settings.ts';

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

/** Exchanges that are kept for the report of a check that fails. */
const keptExchanges = 3;
/** An answer with the exchange that reports show. */
export interface Answered {
  readonly answer: Answer;
  readonly made: Exchange;
}

export interface Exchanges {
  /** Begins the record of a new check. */
  begin(): void;
  record(): CheckRecord;
  /** All documents so far, each once. */
  written(): readonly WrittenDocument[];
  caller(): Caller;
  /** Opens the caller again, after a restart of the service. */
  reopen(): void;
  note(text: string): void;
  /** Fails the check where no answer arrives. */
  sendForAnswer(path: Path, body: Body | string, options?: CallOptions): Promise<Answered>;
  /** Fails the check where the answer breaks the contract. A 501 makes it not applicable. */
  sendForValidAnswer(path: Path, fields: Body, options?: CallOptions): Promise<Answered>;
}

/** Sends requests, and records the exchanges of the check that is running. */
export function openExchanges(openCaller: () => Caller, settings: Pick<CheckSettings, 'demoSku'>): Exchanges {
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
      const wait = secondsToWait(made, tries);
      if (wait === undefined) return made;
      notes.push(`The service throttled a request for ${wait} s.`);
      await pause(wait * 1_000);
    }
  }

  async function sendForAnswer(path: Path, body: Body | string, options?: CallOptions): Promise<Answered> {
    const made = await exchange(path, body, options);
    const { reply } = made;
    silence = reply.kind === 'answer' ? undefined : reply.reason;
    if (reply.kind === 'answer') return { answer: reply, made };
    throw failed(path, [ruleViolation('no-answer', '', `${made.sent.path} was not answered: ${reply.reason}`)], made);
  }

  return {
    sendForAnswer,
    async sendForValidAnswer(path, fields, options) {
      const { answer, made } = await sendForAnswer(path, fields, options);
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

/** Whether a request carries a key of the run. */
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

/** The failure of the running check. */
export const failed = (path: Path, findings: readonly RuleViolation[], exchange: Exchange): Concluded =>
  new Concluded({ kind: 'failed', findings, path, exchange });

const asJson = (fields: Body): Json => ({ ...fields });
