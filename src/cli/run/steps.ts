/** The steps of a call as lines of text. */
import type { RanRequest, RanStatement, ShownRequest, TraceEvent } from '../../../engine/tools/index.ts';
import type { Step } from '../../service/lifecycle/recorder.ts';
import { curl } from '../../workbench/testing/http-lines.ts';
import { shown } from '../../workbench/testing/statement-lines.ts';
import { cell, columns, table } from '../shared/text-table.ts';

export interface TextLimits {
  /** Largest number of rows to show; four times as many lines of an HTTP body. */
  readonly rows: number;
  /** Characters of a line. */
  readonly width: number;
}

type Row = Readonly<Record<string, unknown>>;

/** Milliseconds with one decimal. */
export const time = (ms: number): string => `${ms.toFixed(1)} ms`;

/** `1 row`, `2 rows`. */
export const rowCount = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;
/** Lines of a section. */
export const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** `:customerErpId = "K1"`, without duplicates: a list parameter is padded with its last value. */
function valueLines(names: readonly string[] | undefined, values: readonly unknown[]): readonly string[] {
  const lines = values.map((value, index) => {
    return `${names?.[index] ?? `value ${index + 1}`} = ${shown(value)}`;
  });
  return [...new Set(lines)];
}

function statementLines({ source, sql, values, names, rows, affected, ms, error }: RanStatement, limits: TextLimits) {
  const what = error === undefined ? rowCount(Math.max(affected ?? 0, rows.length)) : String(error);
  const text = sql.trim().split('\n');
  return [
    `${source}: ${what}, ${time(ms)}`,
    ...indented([...text, ...valueLines(names, values), ...table(rows, limits.rows, limits.width - 2)]),
  ];
}

/** A request as a curl command, without the headers that authentication adds. Expressions in its URL are not percent-encoded. */
export function curlOf({ method, url, headers, body }: ShownRequest): string {
  const command = curl({ method, url: new URL(url), headers, body });
  return command.replaceAll(/%7B%7B.*?%7D%7D/gi, (part) => decodeURIComponent(part));
}

function bodyLines(body: string, { rows, width }: TextLimits): readonly string[] {
  if (body === '') return [];
  const lines = body.split('\n');
  const some = lines.slice(0, Math.max(rows, 1) * 4).map((line) => line.slice(0, width - 2));
  return lines.length > some.length ? [...some, `... ${lines.length - some.length} more lines`] : some;
}

function exchangeLines({ source, request, reply, ms, error }: RanRequest, limits: TextLimits): readonly string[] {
  const what = reply === undefined ? String(error) : String(reply.status);
  return [`${source}: ${what}, ${time(ms)}`, ...indented([curlOf(request), ...bodyLines(reply?.body ?? '', limits)])];
}

/** The values that `fields` and `codes` have changed, in the rows that are shown. */
function changedLines(before: readonly Row[], after: readonly Row[], names: readonly string[], limits: TextLimits) {
  // If `where` has removed rows, rows before and after cannot be matched by their index.
  if (before.length !== after.length) return [];
  const lines = after
    .slice(0, limits.rows)
    .flatMap((row, index) =>
      names
        .filter((name) => cell(before[index]?.[name]) !== cell(row[name]))
        .map((name) => [`${index + 1}.`, name, cell(before[index]?.[name]), `-> ${cell(row[name])}`]),
    );
  return columns(lines, limits.width - 2);
}

function encodedLines(
  row: Row,
  json: string | undefined,
  breach: string | undefined,
  limits: TextLimits,
): readonly string[] {
  if (json === undefined)
    return [`answer: a row violates the contract: ${breach}`, ...indented(table([row], 1, limits.width - 2))];
  const given: unknown = JSON.parse(json);
  const members =
    typeof given === 'object' && given !== null ? new Map(Object.entries(given)) : new Map<string, unknown>();
  // The row no longer has the columns whose value means "none" in the ERP.
  const lines = [...new Set([...Object.keys(row), ...members.keys()])].map((name) => {
    const sent = members.get(name);
    const end = name.startsWith('_') ? 'not sent' : sent === undefined ? 'left out' : shown(sent);
    return [name, cell(row[name]), `-> ${end}`];
  });
  return ['answer: the first row', ...indented(columns(lines, limits.width - 2))];
}

function traceLines(event: TraceEvent, ms: number, limits: TextLimits, isFirst: boolean): readonly string[] {
  switch (event.kind) {
    case 'request':
      return [`request: valid, ${time(ms)}`, `  ${shown(event.request)}`];
    case 'hashed':
      return [`key: ${event.key}, the hash of ${event.natural}`];
    case 'rows':
      return [
        `${event.source}: ${rowCount(event.rows.length)}`,
        ...indented(table(event.rows, limits.rows, limits.width - 2)),
      ];
    case 'unwrapped': {
      const types = Object.entries(event.types).map(([type, count]) => `${count} ${type}`);
      return [`${event.source}: unwrapped ${types.join(', ')}`];
    }
    case 'unsent':
      return [`${event.source}: ${event.request} was not sent: ${event.reason}`];
    case 'processed': {
      const { before, after, attached, computed, mapped } = event;
      const done = [
        ...(attached.length > 0 ? [`attached ${attached.join(', ')}`] : []),
        ...(after.length < before.length ? [`where removed ${before.length - after.length}`] : []),
        ...(computed.length > 0 ? [`fields ${computed.join(', ')}`] : []),
        ...(mapped.length > 0 ? [`codes ${mapped.join(', ')}`] : []),
      ];
      const head = `transform: ${rowCount(after.length)}, ${time(ms)}${done.length > 0 ? `: ${done.join('; ')}` : ''}`;
      return [head, ...indented(changedLines(before, after, [...new Set([...computed, ...mapped])], limits))];
    }
    case 'encoded':
      return isFirst || event.json === undefined ? encodedLines(event.row, event.json, event.breach, limits) : [];
  }
}

function linesOf(step: Step, limits: TextLimits, isFirst: boolean): readonly string[] {
  switch (step.kind) {
    case 'statement':
      return statementLines(step.ran, limits);
    case 'exchange':
      return exchangeLines(step.ran, limits);
    case 'trace':
      return traceLines(step.event, step.ms, limits, isFirst);
  }
}

/** A block of lines for each step; steps without lines are omitted. */
export function stepBlocks(steps: readonly Step[], limits: TextLimits): readonly (readonly string[])[] {
  const isEncoded = (step: Step): boolean =>
    step.kind === 'trace' && step.event.kind === 'encoded' && step.event.json !== undefined;
  const first = steps.find(isEncoded);
  return steps.map((step) => linesOf(step, limits, step === first)).filter((lines) => lines.length > 0);
}
