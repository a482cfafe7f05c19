/** The steps of a call in the form of the page. */
import type { RanRequest, RanStatement, TableChanges, TraceEvent } from '../../../engine/tools/index.ts';
import type { RunRecord, Step } from '../../service/lifecycle/recorder.ts';
import { shown } from '../testing/statement-lines.ts';
import type { CallResult, ShownStep } from './protocol/call.ts';
import { cellText, shownRows } from './show-rows.ts';

type Row = Readonly<Record<string, unknown>>;
type Changes = NonNullable<Extract<CallResult, { kind: 'ran' }>['changes']>[number];

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** In a transaction a driver counts rows for reads, too. */
const isRead = ({ sql, rows }: RanStatement): boolean => rows.length > 0 || /^\s*select\b/i.test(sql);

function statementStep(ran: RanStatement, number: number): ShownStep {
  const { source, sql, values, names = [], rows, affected, ms, error } = ran;
  return {
    ...{ kind: 'statement', source, sql: sql.trim(), number, ms, rows: shownRows(rows) },
    values: values.map((value, index) => ({ name: names[index] ?? String(index + 1), value: cellText(value) })),
    ...(affected === undefined || isRead(ran) ? {} : { affected }),
    ...(error === undefined ? {} : { error: messageOf(error) }),
  };
}

function exchangeStep({ source, request, reply, ms, error }: RanRequest): ShownStep {
  return {
    ...{ kind: 'exchange', source, request: { ...request, headers: { ...request.headers } }, ms },
    ...(reply === undefined ? {} : { reply: { status: reply.status, body: reply.body } }),
    ...(error === undefined ? {} : { error: messageOf(error) }),
  };
}

/** What the contract made of the values of a row. Undefined members of the answer are left out of it. */
function encodedStep({ row, json, breach }: Extract<TraceEvent, { kind: 'encoded' }>): ShownStep {
  const parsed: unknown = json === undefined ? {} : JSON.parse(json);
  const sent = new Map<string, unknown>(typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []);
  const names = [...new Set([...Object.keys(row), ...sent.keys()])].filter((name) => !name.startsWith('_'));
  return {
    kind: 'encoded',
    values: names.map((name) => ({ name, before: cellText(row[name]), after: cellText(sent.get(name)) })),
    ...(breach === undefined ? {} : { breach }),
  };
}

function traceStep(event: TraceEvent, ms: number): ShownStep {
  switch (event.kind) {
    case 'request':
      return { kind: 'request', request: shown(event.request), ms };
    case 'hashed':
      return { kind: 'note', text: `key: ${event.key}, the hash of ${event.natural}` };
    case 'rows':
      return { kind: 'rows', source: event.source, rows: shownRows(event.rows) };
    case 'unwrapped': {
      const types = Object.entries(event.types).map(([type, count]) => `${count} ${type}`);
      return { kind: 'note', text: `${event.source}: values unwrapped: ${types.join(', ')}` };
    }
    case 'unsent':
      return { kind: 'note', text: `${event.source}: ${event.request} was not sent: ${event.reason}` };
    case 'processed': {
      const { before, after, attached, computed, mapped } = event;
      const removed = before.length - after.length;
      const done = [
        ...(attached.length > 0 ? [`attached ${attached.join(', ')}`] : []),
        ...(removed > 0 ? [`where removed ${removed}`] : []),
        ...(computed.length > 0 ? [`fields ${computed.join(', ')}`] : []),
        ...(mapped.length > 0 ? [`codes ${mapped.join(', ')}`] : []),
      ];
      const changed = [...new Set([...computed, ...mapped])];
      return { kind: 'processed', before: shownRows(before), after: shownRows(after), done, changed, ms };
    }
    case 'encoded':
      return encodedStep(event);
  }
}

/** Encoded rows that are sent; all others have the same form. */
const mostEncoded = 3;

/** The steps, and the statements among them by their numbers. */
export function shownSteps(steps: readonly Step[]): {
  readonly steps: ShownStep[];
  readonly statements: readonly RanStatement[];
} {
  const statements: RanStatement[] = [];
  let encoded = 0;
  const all = steps.flatMap((step): ShownStep[] => {
    switch (step.kind) {
      case 'statement':
        statements.push(step.ran);
        return [statementStep(step.ran, statements.length - 1)];
      case 'exchange':
        return [exchangeStep(step.ran)];
      case 'trace':
        if (step.event.kind === 'encoded' && step.event.breach === undefined) encoded += 1;
        return step.event.kind === 'encoded' && encoded > mostEncoded ? [] : [traceStep(step.event, step.ms)];
      default:
        return step satisfies never;
    }
  });
  return { steps: all, statements };
}

/** Cells as texts, NULL as null. An updated row shows only the columns that differ. */
export function shownChanges({ source, table, key, inserted, updated, deleted, unseen }: TableChanges): Changes {
  const changed = (before: Row, after: Row): Changes['updated'][number]['values'] =>
    Object.keys(after)
      .filter((name) => cellText(before[name]) !== cellText(after[name]))
      .map((name) => ({ name, before: cellText(before[name]), after: cellText(after[name]) }));
  return {
    ...{ source, table, inserted: shownRows(inserted), deleted: shownRows(deleted) },
    updated: updated.map(({ before, after }) => ({
      key: key.map((name) => `${name} ${cellText(after[name]) ?? 'NULL'}`).join(', '),
      values: changed(before, after),
    })),
    ...(unseen === undefined ? {} : { unseen }),
  };
}

/** Requests that a rehearsal did not send. */
export const shownUnsent = ({ unsent }: RunRecord): Extract<CallResult, { kind: 'ran' }>['unsent'] =>
  unsent.map(({ source, request }) => ({ source, request: { ...request, headers: { ...request.headers } } }));
