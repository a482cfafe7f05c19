/** How an ERP says when a row was changed. */
import { z } from 'zod';
import { duration, text } from './words.ts';

/** Forms of one column, and of the second of two; without one it is what the database itself has for it, or ISO 8601 as text. */
export const columnForms = ['date', 'unix', 'unix-ms', 'version'] as const;
export const timeForms = ['hhmmss', 'hhmm', 'seconds', 'hundredths'] as const;

const entry = z.strictObject({
  by: z
    .union([text, z.array(text).length(2)])
    .optional()
    .meta({
      description:
        'Of a query: output column with the time of the last change; or two, with its date and its time of day. A request over HTTP says itself what is changed since {{ modifiedSince }}.',
      examples: ['_changed', ['_date', '_time']],
    }),
  as: z
    .enum([...columnForms, ...timeForms])
    .optional()
    .meta({
      description:
        'How the column holds it, where it is no date and time. Of one column: date, a day alone; unix, seconds since 1970; unix-ms, milliseconds; version, a number that grows with every change. Of two columns, the time of day as a number: hhmmss, hhmm, seconds or hundredths since midnight.',
    }),
  version: text.optional().meta({
    description:
      'With `as: version`: SQL that gives the version of now, below which nothing is committed any more. The engine remembers it at the beginning of each sync.',
    examples: ['SELECT MIN_ACTIVE_ROWVERSION()'],
  }),
  clock: z
    .string()
    .optional()
    .meta({
      description: 'Time zone of the column, or a setting, where it differs from the clock of the source.',
      examples: ['UTC', '${changes_clock}'],
    }),
  overlap: duration
    .optional()
    .meta({ description: 'How far to look back before `modifiedSince`, for rows that were committed late.' }),
});

export const since = z.union([entry, z.array(entry).min(1)]).meta({
  id: 'since',
  description:
    'Only rows changed since the request field `modifiedSince`, when it is given. Of several entries one is enough.',
});

export type SinceSpec = z.infer<typeof since>;
export type WrittenSinceEntry = z.infer<typeof entry>;
/** An entry that a query can compare by. */
export type SinceEntry = WrittenSinceEntry & { by: NonNullable<WrittenSinceEntry['by']> };

/** The entries of `since`, each with the path to it from `since` itself. */
export function sinceEntries(
  spec: SinceSpec | undefined,
): readonly { readonly entry: WrittenSinceEntry; readonly path: readonly (string | number)[] }[] {
  if (spec === undefined) return [];
  return Array.isArray(spec) ? spec.map((one, index) => ({ entry: one, path: [index] })) : [{ entry: spec, path: [] }];
}

/** What may say when its rows were changed: an endpoint, or a read of `first` and `union`. */
export interface Changed {
  readonly since?: SinceSpec | undefined;
}

/** All entries of a profile's `since`, each with its path from the top. */
export function sinceOfEndpoints(
  endpoints: Readonly<
    Record<string, Changed & { readonly [kind in 'first' | 'union']?: readonly Changed[] | undefined }>
  >,
): readonly { readonly entry: WrittenSinceEntry; readonly path: readonly (string | number)[] }[] {
  return Object.entries(endpoints).flatMap(([endpoint, spec]) => {
    const at: readonly (string | number)[] = ['endpoints', endpoint];
    const reads = (['first', 'union'] as const).flatMap((kind) =>
      (spec[kind] ?? []).map(({ since }, index) => ({ since, path: [...at, kind, index] })),
    );
    return [{ since: spec.since, path: at }, ...reads].flatMap(({ since, path }) =>
      sinceEntries(since).map(({ entry, path: inner }) => ({ entry, path: [...path, 'since', ...inner] })),
    );
  });
}
