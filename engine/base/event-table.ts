/** Tables of log events: one entry for each event, from which its TypeScript type and its documentation are derived. */
import type { Numeric } from './decimal.ts';

export type EventLevel = 'debug' | 'info' | 'warn' | 'error';

/** The TypeScript type of each type of field. */
interface FieldTypes {
  readonly text: string;
  readonly number: number;
  readonly decimal: Numeric;
  readonly boolean: boolean;
  readonly texts: readonly string[];
  /** Boolean values by name. */
  readonly flags: Readonly<Record<string, boolean>>;
  /** Anything, for example an error as it was thrown. */
  readonly unknown: unknown;
}

export interface EventField {
  readonly type: keyof FieldTypes;
  /** What the field says, with its unit. */
  readonly meaning: string;
  readonly optional?: true;
}

export interface EventDefinition {
  /** Levels that the event can have, the most frequent one first. */
  readonly levels: readonly EventLevel[];
  /** What happened, in one sentence. */
  readonly summary: string;
  /** What an operator does about it. Events without it are for information. */
  readonly action?: string;
  readonly fields: Readonly<Record<string, EventField>>;
}

/** By name, in snake_case. */
export type EventTable = Readonly<Record<string, EventDefinition>>;

type Fields = EventDefinition['fields'];
type OptionalNames<F extends Fields> = {
  [N in keyof F]: F[N] extends { readonly optional: true } ? N : never;
}[keyof F];
type FieldValues<F extends Fields> = {
  readonly [N in Exclude<keyof F, OptionalNames<F>>]: FieldTypes[F[N]['type']];
} & {
  readonly [N in OptionalNames<F>]?: FieldTypes[F[N]['type']] | undefined;
};

/** The events of a table as a union, discriminated by `event`. */
export type EventOf<T extends EventTable> = {
  [N in keyof T & string]: {
    readonly level: T[N]['levels'][number];
    readonly event: N;
  } & FieldValues<T[N]['fields']>;
}[keyof T & string];
