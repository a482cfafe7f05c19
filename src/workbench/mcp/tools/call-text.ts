/** A call with its steps: as a value, and as text. */
import type { z } from 'zod';
import { callResultSchema, type ShownRows, type ShownStep } from '../../operations/protocol/call.ts';
import { limitedRows, rowsText } from './rows-text.ts';

/** A call that has run. */
export const callOutput = callResultSchema.options[0].omit({ kind: true, number: true, isWritten: true });
type Ran = z.output<typeof callOutput>;
type Changes = NonNullable<Ran['changes']>[number];
type Sent = Ran['unsent'][number]['request'];

/** The parts of a call, the most important first: what is long is cut at its end. `most`: rows of each step. The request is left out: it has the real values. */
export function callValue(
  { status, answer, error, fields, log, changes, unsent, steps, ms, elsewhere }: Ran,
  most: number,
): Ran {
  const limited = (rows: ShownRows): ShownRows => limitedRows(rows, most);
  const shownStep = (step: ShownStep): ShownStep[] => {
    switch (step.kind) {
      case 'request':
        return [];
      case 'statement':
      case 'rows':
        return [{ ...step, rows: limited(step.rows) }];
      case 'processed':
        return [{ ...step, before: limited(step.before), after: limited(step.after) }];
      default:
        return [step];
    }
  };
  const shownChanges = changes?.map((one) => ({
    ...one,
    ...{ inserted: limited(one.inserted), deleted: limited(one.deleted) },
  }));
  return {
    ...{ status, ms, elsewhere },
    ...(answer === undefined ? {} : { answer }),
    ...(error === undefined ? {} : { error }),
    ...{ fields, log },
    ...(shownChanges === undefined ? {} : { changes: shownChanges }),
    ...{ unsent, steps: steps.flatMap(shownStep) },
  };
}

const shown = (value: string | null): string => (value === null ? 'NULL' : value);
const time = (ms: number): string => `${Math.round(ms)} ms`;
const block = (title: string, lines: readonly string[]): readonly string[] => [
  title,
  ...lines.map((line) => `  ${line}`),
];
const rowLines = (rows: ShownRows): readonly string[] => rowsText(rows).split('\n');

/** Without headers: they contain logins, and the profile states them. */
const requestLines = ({ method, url, body }: Sent): readonly string[] => [
  `${method} ${url}`,
  ...(body === '' ? [] : [body]),
];

function stepLines(step: ShownStep): readonly string[] {
  switch (step.kind) {
    case 'request':
      return [];
    case 'statement': {
      const { source, sql, values, rows, affected, ms, error } = step;
      const given = values.map(({ name, value }) => `:${name} = ${shown(value)}`);
      const result = error ?? (affected === undefined ? undefined : `${affected} rows changed`);
      const lines = [...sql.split('\n'), ...given, ...(result === undefined ? [] : [result]), ...rowLines(rows)];
      return block(`${source}: a statement, ${rows.count} rows, ${time(ms)}`, lines);
    }
    case 'exchange': {
      const { source, request, reply, ms, error } = step;
      const answer = reply === undefined ? [error ?? 'no answer'] : [`status ${reply.status}`, reply.body];
      return block(`${source}: a request, ${time(ms)}`, [...requestLines(request), ...answer]);
    }
    case 'rows':
      return block(`${step.source}: ${step.rows.count} rows`, rowLines(step.rows));
    case 'note':
      return [step.text];
    case 'processed':
      return block(`row processing: ${step.done.join('; ')}`, rowLines(step.after));
    case 'encoded': {
      const values = step.values.map(
        ({ name, before, after }) => `${name}: ${shown(before)} -> ${after ?? 'left out'}`,
      );
      return block(
        step.breach === undefined ? "a row in the contract's types" : `a row violates the contract: ${step.breach}`,
        values,
      );
    }
    default:
      return step satisfies never;
  }
}

function changeLines({ source, table, inserted, deleted, updated, unseen }: Changes): readonly string[] {
  const changed = updated.flatMap(({ key, values }) => [
    `~ ${key}`,
    ...values.map(({ name, before, after }) => `    ${name}: ${shown(before)} -> ${shown(after)}`),
  ]);
  return block(`${source}, ${table}: would change`, [
    ...(inserted.count === 0 ? [] : [`+ ${inserted.count} rows`, ...rowLines(inserted)]),
    ...(deleted.count === 0 ? [] : [`- ${deleted.count} rows`, ...rowLines(deleted)]),
    ...changed,
    ...(unseen === undefined ? [] : [unseen]),
  ]);
}

/** The answer first: a long text is cut at its end. */
export function callText({ answer, error, fields, log, steps, changes = [], unsent }: Ran): string {
  const parts: readonly (readonly string[])[] = [
    answer === undefined ? [] : [`answer: ${answer}`],
    error === undefined ? [] : [`error: ${error}`],
    fields.map(({ field, message }) => `${field} ${message}`),
    log.length === 0 ? [] : block('log', log),
    ...changes.map(changeLines),
    ...unsent.map(({ source, request }) =>
      block(`${source}: not sent, because it would change the ERP`, requestLines(request)),
    ),
    ...steps.map(stepLines),
  ];
  return parts.flatMap((lines) => (lines.length === 0 ? [] : [lines.join('\n')])).join('\n\n');
}
