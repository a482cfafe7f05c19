/** A call with masked values. */
import type { CallResult, ShownStep } from '../../operations/protocol/call.ts';
import type { SessionMasker } from './session-masker.ts';
import type { Disclosure } from './treatments.ts';

type Ran = Extract<CallResult, { kind: 'ran' }>;
type Changes = NonNullable<Ran['changes']>[number];
type Sent = Ran['unsent'][number]['request'];

const unclassed = '[not shown: it may be a masked value under another name]';

/** Replaces values in steps and changes. Headers, and the text of request steps, are left out. */
export function maskedCall(ran: Ran, masker: SessionMasker, { treatments, writesMasked }: Disclosure): Ran {
  const { message } = masker;
  const orNull = (name: string, value: string | null): string | null =>
    value === null ? null : masker.value(name, value, treatments);
  const sent = ({ method, url, body }: Sent): Sent => ({
    ...{ method, url: masker.address(url), headers: {} },
    body: body === '' ? '' : masker.body(body),
  });

  function step(given: ShownStep): ShownStep {
    switch (given.kind) {
      case 'request':
        return { ...given, request: '' };
      case 'note':
        return { ...given, text: message(given.text) };
      case 'rows':
        return { ...given, rows: masker.rows(given.rows, 'the profile', undefined, treatments) };
      case 'statement':
        return {
          ...given,
          rows: masker.rows(given.rows, 'the profile', undefined, treatments),
          values: given.values.map(({ name, value }) => ({ name, value: orNull(name, value) })),
          ...(given.error === undefined ? {} : { error: message(given.error) }),
        };
      case 'exchange':
        return {
          ...given,
          request: sent(given.request),
          ...(given.reply === undefined
            ? {}
            : { reply: { ...given.reply, body: masker.reply(given.reply.body, given.reply.status) } }),
          ...(given.error === undefined ? {} : { error: message(given.error) }),
        };
      case 'processed':
        return {
          ...given,
          before: masker.rows(given.before, 'the profile', undefined, treatments),
          after: masker.rows(given.after, 'the profile', undefined, treatments),
        };
      case 'encoded':
        return {
          ...given,
          values: given.values.map(({ name, before, after }) => ({
            name,
            before: orNull(name, before),
            after: orNull(name, after),
          })),
          ...(given.breach === undefined ? {} : { breach: message(given.breach) }),
        };
      default:
        return given satisfies never;
    }
  }

  const isPersonal = (name: string): boolean => !['id', 'code', 'date', 'money'].includes(masker.classOf(name));
  /** Where a write takes over masked values, a changed column with a harmless name can have one of them. */
  const changedCell = (name: string, value: string | null): string | null =>
    value !== null && writesMasked && !isPersonal(name) ? unclassed : orNull(name, value);
  function changedRows(rows: Changes['inserted'], table: string): Changes['inserted'] {
    const masked = masker.rows(rows, 'the ERP', table);
    if (!writesMasked) return masked;
    const cells = masked.rows.map((row) =>
      row.map((cell, index) => (cell !== null && !isPersonal(rows.columns[index] ?? '') ? unclassed : cell)),
    );
    return { ...masked, rows: cells };
  }

  const changes = ({ inserted, deleted, updated, table, ...rest }: Changes): Changes => ({
    ...rest,
    table,
    inserted: changedRows(inserted, table),
    deleted: changedRows(deleted, table),
    updated: updated.map(({ key, values }) => ({
      key: message(key),
      values: values.map(({ name, before, after }) => ({
        name,
        before: changedCell(name, before),
        after: changedCell(name, after),
      })),
    })),
  });

  const steps = ran.steps.map(step);
  return {
    ...ran,
    steps,
    ...(ran.answer === undefined ? {} : { answer: masker.answer(ran.answer, treatments) }),
    ...(ran.changes === undefined ? {} : { changes: ran.changes.map(changes) }),
    ...(ran.error === undefined ? {} : { error: message(ran.error) }),
    fields: ran.fields.map((one) => ({ field: one.field, message: message(one.message) })),
    log: ran.log.map((line) => message(line)),
    unsent: ran.unsent.map(({ source, request }) => ({ source, request: sent(request) })),
  };
}
