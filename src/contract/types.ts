/** TypeScript types of requests and answers, derived from the contract's data. */
import type { Field, Fields } from '../../engine/index.ts';
import type { DecimalText } from '../../engine/tools/index.ts';
import type { endpoints } from './contract.ts';

type ContractEndpoint = (typeof endpoints)[number];

/** The path of an endpoint. */
export type Path = ContractEndpoint['path'];

type EndpointAt<P extends Path> = Extract<ContractEndpoint, { readonly path: P }>;

type Flat<T> = { readonly [K in keyof T]: T[K] };
type Present<F extends Fields> = { [K in keyof F]: F[K]['required'] extends true ? K : never }[keyof F];

/** The value of a present field; decimals of more than 15 digits are text. */
type ValueOf<F extends Field> = F extends { readonly nullable: true } ? Bare<F> | null : Bare<F>;

type Bare<F extends Field> = F extends { readonly type: 'list'; readonly items: infer I extends Fields }
  ? readonly RecordOf<I>[]
  : F extends { readonly type: 'text'; readonly oneOf: readonly (infer W extends string)[] }
    ? W
    : F extends { readonly type: 'boolean' }
      ? boolean
      : F extends { readonly type: 'integer' }
        ? number
        : F extends { readonly type: 'decimal' }
          ? number | DecimalText
          : string;

/** A record of the given fields: required ones present, the others possibly absent. */
type RecordOf<F extends Fields> = Flat<
  { [K in Present<F>]: ValueOf<F[K]> } & { [K in Exclude<keyof F, Present<F>>]?: ValueOf<F[K]> }
>;

/** Request of an endpoint without its `schemaVersion`. */
export type RequestOf<P extends Path> = RecordOf<EndpointAt<P>['request']>;

type AnswerFields<A> = A extends {
  readonly kind: 'rows';
  readonly property: infer N extends string;
  readonly row: infer R extends Fields;
  readonly paged: infer G;
}
  ? { readonly [K in N]: readonly RecordOf<R>[] } & (G extends true ? { readonly hasMore: boolean } : unknown)
  : A extends { readonly fields: infer F extends Fields }
    ? RecordOf<F>
    : never;

/** Answer of an endpoint without its `schemaVersion`. */
export type AnswerOf<P extends Path> = Flat<AnswerFields<EndpointAt<P>['answer']>>;
