/** A call with masked values. */
import type { CallResult, ShownStep } from '../../operations/protocol/call.ts';
import type { SessionMasker } from './session-masker.ts';

type Ran = Extract<CallResult, { kind: 'ran' }>;
type Changes = NonNullable<Ran['changes']>[number];
type Sent = Ran['unsent'][number]['request'];

/** Replaces values in steps and changes. Headers, and the text of request steps, are left out. */
export function maskedCall(ran: Ran, masker: SessionMasker): Ran {
  const orNull = (name: string, value: string | null): string | null =>
    value === null ? null : masker.value(name, value);
  const sent = ({ method, url, body }: Sent): Sent => ({
    ...{ method, url: masker.address(url), headers: {} },
    body: body === '' ? '' : masker.body(body),
  });

  function step(given: ShownStep): ShownStep {
    switch (given.kind) {
      case 'request':
        return { ...given, request: '' };
      case 'note':
        return { ...given, text: masker.message(given.text) };
      case 'rows':
        return { ...given, rows: masker.rows(given.rows, 'the profile') };
      case 'statement':
        return {
          ...given,
          rows: masker.rows(given.rows, 'the profile'),
          values: given.values.map(({ name, value }) => ({ name, value: orNull(name, value) })),
          ...(given.error === undefined ? {} : { error: masker.message(given.error) }),
        };
      case 'exchange':
        return {
          ...given,
          request: sent(given.request),
          ...(given.reply === undefined
            ? {}
            : { reply: { ...given.reply, body: masker.reply(given.reply.body, given.reply.status) } }),
          ...(given.error === undefined ? {} : { error: masker.message(given.error) }),
        };
      case 'processed':
        return {
          ...given,
          before: masker.rows(given.before, 'the profile'),
          after: masker.rows(given.after, 'the profile'),
        };
      case 'encoded':
        return {
          ...given,
          values: given.values.map(({ name, before, after }) => ({
            name,
            before: orNull(name, before),
            after: orNull(name, after),
          })),
          ...(given.breach === undefined ? {} : { breach: masker.message(given.breach) }),
        };
      default:
        return given satisfies never;
    }
  }

  const changes = ({ inserted, deleted, updated, table, ...rest }: Changes): Changes => ({
    ...rest,
    table,
    inserted: masker.rows(inserted, 'the ERP', table),
    deleted: masker.rows(deleted, 'the ERP', table),
    updated: updated.map(({ key, values }) => ({
      key: masker.message(key),
      values: values.map(({ name, before, after }) => ({
        name,
        before: orNull(name, before),
        after: orNull(name, after),
      })),
    })),
  });

  const steps = ran.steps.map(step);
  return {
    ...ran,
    steps,
    ...(ran.answer === undefined ? {} : { answer: masker.body(ran.answer) }),
    ...(ran.changes === undefined ? {} : { changes: ran.changes.map(changes) }),
    ...(ran.error === undefined ? {} : { error: masker.message(ran.error) }),
    fields: ran.fields.map(({ field, message }) => ({ field, message: masker.message(message) })),
    log: ran.log.map(masker.message),
    unsent: ran.unsent.map(({ source, request }) => ({ source, request: sent(request) })),
  };
}
