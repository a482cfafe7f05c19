/** Tokens of OData's expressions: `$filter`, `$orderby`, and those inside of `$expand` and `$apply` (OASIS OData 4.01, ABNF). */
import { anyValue } from './model.ts';

export interface ODataToken {
  /** `value`: a value that is known only when the request is sent. `end`: after the last token. */
  readonly kind:
    | 'text'
    | 'number'
    | 'date'
    | 'instant'
    | 'time'
    | 'guid'
    | 'other'
    | 'value'
    | 'name'
    | 'sign'
    | 'unknown'
    | 'end';
  readonly text: string;
  /** In UTF-16 code units of the parsed text. */
  readonly offset: number;
}

const patterns: readonly (readonly [ODataToken['kind'], RegExp])[] = [
  ['value', new RegExp(`${anyValue}+`, 'y')],
  ['text', /'(?:[^']|'')*'/y],
  ['instant', /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/y],
  ['guid', /[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}/y],
  ['date', /\d{4}-\d\d-\d\d(?![\dT-])/y],
  ['time', /\d\d:\d\d(?::\d\d(?:\.\d+)?)?/y],
  ['number', /[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[mMlLdDfF]?(?![\w])/y],
  // Literals with a type before the quotes: datetime'…', guid'…', and values of enumerations.
  ['other', /[A-Za-z_][\w.]*'(?:[^']|'')*'/y],
  ['name', /[$@]?[\p{L}_][\p{L}\p{N}_.]*(?:@[\p{L}_][\p{L}\p{N}_.]*)?/uy],
  ['sign', /[(),/:;*=$]/y],
];

const typedLiterals: Readonly<Record<string, ODataToken['kind']>> = {
  datetime: 'instant',
  datetimeoffset: 'instant',
  time: 'time',
  guid: 'guid',
};

function tokenAt(text: string, at: number): ODataToken {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match === undefined) continue;
    const prefix = kind === 'other' ? /^[A-Za-z]+(?=')/.exec(match)?.[0].toLowerCase() : undefined;
    return { kind: typedLiterals[prefix ?? ''] ?? kind, text: match, offset: at };
  }
  return { kind: 'unknown', text: text[at] ?? '', offset: at };
}

/** The tokens of a text, ended by one of kind `end`. What is no token is one of kind `unknown`. */
export function odataTokens(text: string): readonly ODataToken[] {
  const tokens: ODataToken[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push(token);
    at = token.offset + token.text.length;
  }
  return [...tokens, { kind: 'end', text: '', offset: text.length }];
}
