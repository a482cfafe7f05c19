/** `engine why`: finds failed requests in a log, by time, customer, document or request id. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { maskedId, maskedKey } from '../../engine/host/index.ts';
import { durationMs } from '../service/companies/new-keys.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import type { End } from './root.ts';
import { UsageError, wholeNumber } from './shared/usage.ts';

const examples = `
Examples:
  engine why --log engine.log --at 10:14+02:00 --customer C003
  engine why --log engine.log --key PO-2026-0317 --service nord
  grep nord engine.log | engine why --at 2026-11-30T10:14Z --within 5m

Reads the log of services, in JSON lines, and shows the failed requests that match all flags, oldest first: time, service, endpoint, document, customer, cause,
and the other events of each. The state of a document is in the store: engine writes show.

Exit status: 0 if a request was found; 1 if none was; 2 for wrong usage.
`;

/** An entry of the log. */
type Line = Readonly<Record<string, unknown>>;

/** A time of one day, or of each day. */
type At =
  | { readonly kind: 'instant'; readonly ms: number }
  /** Milliseconds since midnight, UTC. */
  | { readonly kind: 'daily'; readonly ms: number };

interface Flags {
  readonly log?: string;
  readonly at?: At;
  readonly within: number;
  readonly customer?: string;
  readonly key?: string;
  readonly request?: string;
  readonly service?: string;
  readonly endpoint?: string;
  readonly format: string;
  readonly limit: number;
}

/** A failed request, with the events that the log has of it, in their order. */
interface Failure {
  readonly failure: Line;
  readonly events: readonly Line[];
}

const dayMs = 86_400_000;

/** `10:14`, also with seconds and an offset, or a day and a time. Without an offset it is UTC. */
function timeOf(text: string): At {
  const zone = /(Z|[+-]\d\d:\d\d)$/.test(text) ? '' : 'Z';
  const isDaily = /^\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?$/.test(text);
  const ms = Date.parse(isDaily ? `2000-01-01T${text}${zone}` : `${text}${zone}`);
  if (Number.isNaN(ms) || (!isDaily && !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)))
    throw new InvalidArgumentError('It must be a time such as 10:14, 10:14+02:00 or 2026-11-30T10:14Z.');
  return isDaily ? { kind: 'daily', ms: ((ms % dayMs) + dayMs) % dayMs } : { kind: 'instant', ms };
}

function duration(text: string): number {
  if (!/^[1-9]\d{0,5}[smhd]$/.test(text))
    throw new InvalidArgumentError('It must be a duration such as 90s, 5m or 1h.');
  return durationMs(text);
}

/** Adds the verb. */
export function addWhy(program: Command, host: Host, end: End): void {
  const command = program
    .command('why')
    .description('find failed requests in a log by time, customer, document or request id')
    .addOption(new Option('--log <file>', 'file with the log; standard input by default'))
    .addOption(new Option('--at <time>', 'about when: 10:14 (UTC), 10:14+02:00, or with the day').argParser(timeOf))
    .addOption(new Option('--within <time>', 'with --at: how far from it').argParser(duration).default(120_000, '2m'))
    .addOption(new Option('--customer <id>', 'customer or debtor that the request names'))
    .addOption(new Option('--key <key>', 'key of the document, such as the number of the purchase order'))
    .addOption(new Option('--request <id>', 'id of the request, or its beginning'))
    .addOption(new Option('--service <name>', 'service, if there are several'))
    .addOption(new Option('--endpoint <path>', 'endpoint, such as /sale-draft'))
    .addOption(
      new Option('--limit <number>', 'largest number of requests')
        .argParser(wholeNumber('--limit', 1, 10_000))
        .default(20),
    )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples);
  command.action(async () => end(await search(host, command.opts<Flags>())));
}

function linesOf(host: Host, log: string | undefined): AsyncIterable<string> {
  if (log === undefined && host.streams === undefined) throw new UsageError('name the log with --log');
  const input =
    log === undefined ? (host.streams?.input ?? Readable.from([])) : createReadStream(resolve(host.cwd, log));
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

/** An event of the log. Other lines, such as the output of the start, are none. */
function eventOf(line: string): Line | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'event' in value ? Object(value) : undefined;
  } catch {
    return undefined;
  }
}

const failures: readonly unknown[] = ['call_failed', 'call_failed_late', 'bug'];

async function search(host: Host, flags: Flags): Promise<ExitStatus> {
  const byRequest = new Map<string, Line[]>();
  const failed: Line[] = [];
  const matched = new Set<unknown>();
  try {
    for await (const line of linesOf(host, flags.log)) {
      const event = eventOf(line);
      if (event === undefined || typeof event.requestId !== 'string') continue;
      // Debug logs have an event for each statement: only those of requests that match are kept at the end.
      const events = byRequest.get(event.requestId) ?? [];
      events.push(event);
      byRequest.set(event.requestId, events);
      if (failures.includes(event.event) && matches(event, flags)) {
        failed.push(event);
        matched.add(event.requestId);
      } else if (event.event === 'request' && !matched.has(event.requestId)) byRequest.delete(event.requestId);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`the log cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const shown = failed.slice(-flags.limit).map((failure) => ({
    failure,
    events: (byRequest.get(String(failure.requestId)) ?? []).filter((event) => event !== failure),
  }));
  if (flags.format === 'json') host.out(`${JSON.stringify({ requests: shown, total: failed.length }, null, 2)}\n`);
  else host.out(reportText(shown, failed.length));
  return shown.length > 0 ? 0 : 1;
}

function matches(event: Line, { at, within, customer, key, request, service, endpoint }: Flags): boolean {
  const same = (wanted: string | undefined, value: unknown): boolean => wanted === undefined || value === wanted;
  return (
    (same(customer, event.customer) || event.customer === maskedId(customer ?? '')) &&
    same(service, event.service) &&
    same(endpoint, event.endpoint) &&
    (key === undefined || isKey(key, event.key)) &&
    (request === undefined || String(event.requestId).startsWith(request)) &&
    (at === undefined || isNear(at, within, Date.parse(String(event.time))))
  );
}

/** A key of several fields is JSON: one of them is enough. The log may mask it. */
const isKey = (wanted: string, value: unknown): boolean =>
  [wanted, maskedKey(wanted)].some(
    (key) =>
      value === key || (typeof value === 'string' && value.startsWith('[') && value.includes(JSON.stringify(key))),
  );

function isNear(at: At, within: number, time: number): boolean {
  if (at.kind === 'instant') return Math.abs(time - at.ms) <= within;
  const distance = Math.abs((time % dayMs) - at.ms);
  return Math.min(distance, dayMs - distance) <= within;
}

const inline = (value: unknown): string => String(value).replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');

function reportText(shown: readonly Failure[], total: number): string {
  if (total === 0)
    return 'No failed request in this log matches. A request that never reached the service is not in it.\n';
  const more = total > shown.length ? `The last ${shown.length} of ${total} requests:\n\n` : '';
  return more + shown.map(failureText).join('\n');
}

function failureText({ failure, events }: Failure): string {
  const { time, service, endpoint, status, key, customer, problem, message, requestId } = failure;
  const subject = [
    ...(service === undefined ? [] : [`service ${inline(service)}`]),
    ...(key === undefined ? [] : [`document ${inline(key)}`]),
    ...(customer === undefined ? [] : [`customer ${inline(customer)}`]),
  ];
  return [
    `${inline(time)}  ${inline(endpoint ?? '')}  ${inline(status ?? '')} ${inline(problem ?? failure.event)}`,
    ...(subject.length === 0 ? [] : [`  ${subject.join(', ')}`]),
    `  ${inline(message ?? 'The program has a bug; the line of the log has the details.')}`,
    `  request ${inline(requestId)}`,
    ...events.map(
      (event) =>
        `    ${inline(event.time)} ${inline(event.event)} ${inline(event.message ?? (event.ms === undefined ? '' : `after ${String(event.ms)} ms`))}`,
    ),
    '',
  ].join('\n');
}
