/** Sends a request as often as its effect allows, until the judge has a final verdict. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceEvent } from '../../base/events.ts';
import type { Secret } from '../../base/secret.ts';
import type { HttpReply, HttpRequest, Judge, Judged } from '../http-source.ts';
import { type CallContext, SourceError } from '../source.ts';
import type { Authenticator } from './auth/authenticator.ts';
import { concealer } from './hide-secrets.ts';
import { answerTo, type ReplyPorts } from './replies.ts';
import { withEffect } from './reply/network-errors.ts';
import { longestWaitMs, waitOf } from './reply/retry-after.ts';
import type { RequestGate } from './request-gate.ts';
import { backOff, type RetryBudget } from './retry-budget.ts';

export interface SendPorts extends ReplyPorts {
  readonly gate: RequestGate;
  readonly authenticator: Authenticator | undefined;
  readonly budget: RetryBudget;
  /** Secret settings of the profile that an ERP's answer may repeat. */
  readonly secrets: readonly Secret[];
  /** Maximum number of attempts for a request that may be repeated. */
  readonly attempts: number;
  /** Longest delay before a retry, in milliseconds. */
  readonly waitMs: number;
  /** The real duration of a wait; shorter with a mock ERP. */
  readonly lasting: (milliseconds: number) => number;
  readonly random: () => number;
}

/** A write is retried once, and only if it was certainly not executed. */
const attemptsOfWrite = 2;
/** Delays between polls of a running job, in milliseconds; each is half as long again as the previous one. */
const firstPoll = 500;
const longestPoll = 5_000;
/** Minimum delay, even with `Retry-After: 0`. */
const shortestPoll = 100;

/** The state of a request across its attempts. */
interface Progress {
  readonly request: HttpRequest;
  /** Number of attempts. */
  sent: number;
  /** Whether the login has been renewed for this request. */
  renewed: boolean;
  /** An earlier attempt may have had an effect, or the ERP is processing it. */
  unsure: boolean;
  /** An earlier attempt may have had an effect: a refusal then concerns only the retry. */
  lost: boolean;
  polls: number;
}

const failure = (kind: 'throttled' | 'unreachable' | 'denied', message: string, retryAfterMs?: number): SourceError =>
  new SourceError(kind, message, { effect: 'none', retryAfterMs });

/** Sends `request` and returns the judge's verdict on the last reply. Rejects with `SourceError`. */
export async function send(ports: SendPorts, request: HttpRequest, judge: Judge, call: CallContext): Promise<Judged> {
  const progress: Progress = { request, sent: 0, renewed: false, unsure: false, lost: false, polls: 0 };
  ports.budget.sent();
  if (request.probe) ports.breaker.admitProbe();
  try {
    return await judged(ports, progress, judge, call);
  } catch (error) {
    if (error instanceof SourceError && progress.unsure && error.effect === 'none') throw withEffect(error, 'unknown');
    throw error;
  }
}

async function judged(ports: SendPorts, progress: Progress, judge: Judge, call: CallContext): Promise<Judged> {
  let request = progress.request;
  for (;;) {
    const received = await answerOrRepeat(ports, progress, request, call);
    if (received === undefined) continue;
    const { reply: raw, session, credentials } = received;
    const { cookies: _, ...reply } = raw;
    const secretTexts = () => [...credentials(), ...ports.secrets.map((secret) => secret.reveal())];
    const verdict = await judge(reply, concealer(secretTexts));
    if (request.probe && verdict.kind !== 'throttled') ports.gate.resume();
    switch (verdict.kind) {
      case 'login': {
        const worthIt = ports.authenticator?.expired(session) ?? false;
        if (progress.renewed || !worthIt) throw failure('denied', `The ERP refused the login: ${verdict.detail}`);
        progress.renewed = true;
        break;
      }
      case 'throttled': {
        const requestedWaitMs = verdict.waitMs ?? waitOf(reply.headers, Date.now());
        const wait = requestedWaitMs === undefined ? undefined : Math.min(requestedWaitMs, longestWaitMs);
        // All other requests would get the same answer.
        const pauseMs = ports.lasting(wait ?? backOff(progress.sent, ports.random()));
        const wasPaused = ports.gate.isPaused();
        ports.gate.pause(pauseMs);
        const message = `The ERP takes no more requests now: ${verdict.detail}`;
        const level = ports.gate.isPaused() && !wasPaused ? 'warn' : 'debug';
        reportTo(ports, call, { level, event: 'erp_throttled', message, pauseMs });
        const error = failure('throttled', message, wait);
        if (verdict.unsure) doubt(progress, request, error);
        await repeat(ports, progress, error, wait, call);
        break;
      }
      case 'retry': {
        const wait = waitOf(reply.headers, Date.now());
        const error = failure('unreachable', `The ERP could not work on the request: ${verdict.detail}`, wait);
        if (verdict.unsure) doubt(progress, request, error);
        await repeat(ports, progress, error, wait, call);
        break;
      }
      case 'poll':
        await waitToPoll(ports, progress, reply, verdict.waitMs, call);
        request = { method: 'GET', target: verdict.target, headers: progress.request.headers, effect: 'read' };
        break;
      case 'refuse':
        // It may be refused because the first attempt succeeded: the invoice is already paid.
        if (progress.lost) throw failure('unreachable', `The ERP refused the repetition: ${verdict.message}`);
        return { reply, verdict };
      case 'denied':
        if (progress.lost) throw failure('denied', `The ERP denied the repetition: ${verdict.detail}`);
        return { reply, verdict };
      case 'repeat':
        if (progress.lost) throw failure('unreachable', `The ERP did not execute the repetition: ${verdict.detail}`);
        return { reply, verdict };
      case 'fail':
        // That nothing was done is true of the repetition only.
        if (progress.lost && verdict.undone === true) return { reply, verdict: { ...verdict, undone: false } };
        return { reply, verdict };
      case 'ok':
      case 'empty':
        return { reply, verdict };
      default:
        return verdict satisfies never;
    }
  }
}

/** Notes that the ERP may have executed the request. Throws `error` if it must not be sent again for that reason. */
function doubt(progress: Progress, { effect }: HttpRequest, error: SourceError): void {
  if (effect === 'read') return;
  progress.unsure = true;
  progress.lost = true;
  if (effect === 'write') throw error;
}

/** The answer; undefined if there is none and the request is sent again. */
async function answerOrRepeat(ports: SendPorts, progress: Progress, request: HttpRequest, call: CallContext) {
  progress.sent += 1;
  try {
    return await answerTo(ports, ports.authenticator, request, call);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.effect === 'unknown' && request.effect !== 'read') {
      progress.unsure = true;
      progress.lost = true;
    }
    const mayHelp = error.kind === 'unreachable' && (request.effect !== 'write' || error.effect === 'none');
    if (!mayHelp) throw error;
    await repeat(ports, progress, error, undefined, call);
    return undefined;
  }
}

/** Waits before a retry; throws `error` if a retry is not allowed or too late. `wait`: the ERP's requested pause. */
async function repeat(
  ports: SendPorts,
  progress: Progress,
  error: SourceError,
  wait: number | undefined,
  call: CallContext,
): Promise<void> {
  const { attempts, budget, random, waitMs, lasting } = ports;
  const most = progress.request.effect === 'write' && progress.polls === 0 ? attemptsOfWrite : attempts;
  const pause = wait ?? backOff(progress.sent, random());
  if (progress.sent >= most || pause > waitMs || Date.now() + pause >= call.deadline || !budget.take()) throw error;
  const pauseMs = lasting(pause);
  reportTo(ports, call, { level: 'debug', event: 'erp_retried', message: `Sent again: ${error.message}`, pauseMs });
  await pauseFor(pauseMs, progress, call);
}

/** Reports to the log of the call, or to that of the source. */
function reportTo(ports: SendPorts, call: CallContext, event: SourceEvent): void {
  (call.report ?? ports.report)(event);
}

/** Waits. A read ends when its caller disconnects. */
async function pauseFor(milliseconds: number, progress: Progress, call: CallContext): Promise<void> {
  await sleep(milliseconds);
  if (progress.request.effect === 'read' && call.signal?.aborted) {
    throw new SourceError('timeout', 'The caller disconnected.', { effect: 'none' });
  }
}

/** Waits before the next poll of a running job. Rejects with `timeout` if that is after the deadline. */
async function waitToPoll(
  { lasting }: SendPorts,
  progress: Progress,
  reply: HttpReply,
  given: number | undefined,
  call: CallContext,
): Promise<void> {
  if (progress.request.effect !== 'read') progress.unsure = true;
  const requestedWaitMs =
    given ?? waitOf(reply.headers, Date.now()) ?? Math.min(longestPoll, firstPoll * 1.5 ** progress.polls);
  const wait = Math.max(shortestPoll, requestedWaitMs);
  progress.polls += 1;
  progress.sent = 0;
  if (Date.now() + wait >= call.deadline) {
    throw new SourceError('timeout', 'The ERP had not finished its work by the deadline.', { effect: 'none' });
  }
  await pauseFor(lasting(wait), progress, call);
}
