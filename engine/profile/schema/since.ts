/** Change tracking: how the ERP stores when a row was changed. */
import { z } from 'zod';
import { duration, text } from './words.ts';

/** Formats of a single column, and of the second of two columns. Without a format it is a date and time type, or ISO 8601 text. */
export const columnForms = ['date', 'unix', 'unix-ms', 'version'] as const;
export const timeForms = ['hhmmss', 'hhmm', 'seconds', 'hundredths'] as const;

const entry = z.strictObject({
  by: z
    .union([text, z.array(text).length(2)])
    .optional()
    .meta({
      description:
        'Queries: output column with the time of the last change, or two columns with its date and its time of day. An HTTP request filters by {{ modifiedSince }} itself.',
      examples: ['_changed', ['_date', '_time']],
    }),
  as: z
    .enum([...columnForms, ...timeForms])
    .optional()
    .meta({
      description:
        'Format of the column, if it is not a date and time. One column: date, a day without time; unix, seconds since 1970; unix-ms, milliseconds since 1970; version, a number that increases with every change. Two columns, the time of day as a number: hhmmss, hhmm, seconds or hundredths since midnight.',
    }),
  version: text.optional().meta({
    description:
      'With `as: version`: SQL that returns the current version; no later commit has a lower one. The engine stores it at the beginning of each sync.',
    examples: ['SELECT MIN_ACTIVE_ROWVERSION()'],
  }),
  clock: z
    .string()
    .optional()
    .meta({
      description: 'Time zone of the column, or a setting, if it differs from the clock of the source.',
      examples: ['UTC', '${changes_clock}'],
    }),
  overlap: duration
    .optional()
    .meta({ description: 'Time to look back before `modifiedSince`, for rows that were committed late.' }),
});

export const since = z.union([entry, z.array(entry).min(1)]).meta({
  id: 'since',
  description:
    'Restricts the rows to those changed since the request field `modifiedSince`, if it is given. With several entries, a change in any of them counts.',
});

export type SinceSpec = z.infer<typeof since>;
export type WrittenSinceEntry = z.infer<typeof entry>;
/** An entry of a query, which names the columns to compare. */
export type SinceEntry = WrittenSinceEntry & { by: NonNullable<WrittenSinceEntry['by']> };

/** The entries of `since`, each with its path relative to `since`. */
export function sinceEntries(
  spec: SinceSpec | undefined,
): readonly { readonly entry: WrittenSinceEntry; readonly path: readonly (string | number)[] }[] {
  if (spec === undefined) return [];
  return Array.isArray(spec) ? spec.map((one, index) => ({ entry: one, path: [index] })) : [{ entry: spec, path: [] }];
}

/** A read that may track changes: an endpoint, or a read of `first` and `union`. */
export interface ChangeTracked {
  readonly since?: SinceSpec | undefined;
}

/** The `since` entries of all endpoints, each with its path in the profile. */
export function sinceOfEndpoints(
  endpoints: Readonly<
    Record<string, ChangeTracked & { readonly [kind in 'first' | 'union']?: readonly ChangeTracked[] | undefined }>
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
