/** Exchanges with an ERP over HTTP that are known: recorded in cases, or sent by the last calls. They show members that no description has. */

export interface KnownExchange {
  /** Name of the source; undefined: the only one over HTTP. */
  readonly source: string | undefined;
  /** In capitals. */
  readonly method: string;
  /** A path below the address of the source, or an absolute URL; encoded, without its query. */
  readonly target: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The body of the request as a value; undefined if it has none. */
  readonly request: unknown;
  /** The body of the answer as expressions see it; undefined if it is empty, or an error. */
  readonly answer: unknown;
  /** Where it is known from: `recorded in the case "an unknown customer"`, `of the last answer to /debtors/list`. */
  readonly from: string;
  /** Whether its values are real ones, which are shown by their form only. */
  readonly isReal: boolean;
}

/** The form of a text: x in place of letters, 9 in place of digits. */
export const maskedForm = (text: string): string => text.replaceAll(/\p{L}/gu, 'x').replaceAll(/\p{N}/gu, '9');

/** Where something is known from, as a sentence. */
export const sentence = (from: string): string => `${from.slice(0, 1).toUpperCase()}${from.slice(1)}.`;
