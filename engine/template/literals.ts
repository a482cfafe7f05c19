/**
 * How the query languages of ERPs write values. A value that has become a literal cannot leave it: whatever text it holds, it is compared as
 * that text. What a language cannot hold is an `UnfitValue`.
 */
import { type Atom, plainText, UnfitValue } from './value.ts';

export const literalKinds = ['plain', 'odata', 'odata-v2', 'suiteql', 'qbo', 'xero', 'frappe'] as const;
export type LiteralKind = (typeof literalKinds)[number];

type Writer = (atom: Atom) => string;

export interface Literals {
  readonly write: Writer;
  /** What stands between the terms of a parameter that is a list; undefined: the parameter is repeated. `json`: the list itself is JSON. */
  readonly terms: ' and ' | ' AND ' | 'json' | undefined;
  /** Parameters that are nothing but an expression of the language, so that a value alone is a literal in them, too. */
  readonly expressions: RegExp | undefined;
  /** Members of JSON bodies whose text is a statement of the language. */
  readonly members: RegExp | undefined;
}

const doubled = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** OData 4.01 URL conventions 5.1.1.14: quotes are doubled, everything else stands as it is. */
const odata: Writer = (atom) => (atom.kind === 'text' ? doubled(atom.text) : plainText(atom));

/** OData 2: literals of other types than text carry the name of their type, and decimals the letter m. */
const odataV2: Writer = (atom) => {
  switch (atom.kind) {
    case 'text':
      return doubled(atom.text);
    case 'number':
      return atom.text.includes('.') ? `${atom.text}m` : atom.text;
    case 'boolean':
      return String(atom.value);
    case 'guid':
      return `guid'${atom.text}'`;
    case 'date':
      return `datetime'${atom.text}T00:00:00'`;
    case 'instant':
      return `datetimeoffset'${atom.utc}'`;
    case 'local':
      return `datetime'${atom.text.replace(' ', 'T')}'`;
  }
};

/** SuiteQL is Oracle's SQL: truth is a letter, days are made of text. */
const suiteql: Writer = (atom) => {
  switch (atom.kind) {
    case 'text':
    case 'guid':
      return doubled(atom.text);
    case 'number':
      return atom.text;
    case 'boolean':
      return atom.value ? "'T'" : "'F'";
    case 'date':
      return `TO_DATE('${atom.text}', 'YYYY-MM-DD')`;
    case 'instant':
      return `TO_TIMESTAMP('${atom.local}', 'YYYY-MM-DD HH24:MI:SS')`;
    case 'local':
      return `TO_TIMESTAMP('${atom.text}', 'YYYY-MM-DD HH24:MI:SS')`;
  }
};

/** QuickBooks Online: texts and times in quotes, in which the backslash escapes. */
const qbo: Writer = (atom) =>
  atom.kind === 'number' || atom.kind === 'boolean'
    ? plainText(atom)
    : `'${plainText(atom).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const xeroTime = (text: string): string =>
  `DateTime(${text
    .replace(/Z$/, '')
    .split(/[-T :]/)
    .join(',')})`;

/** Xero: an expression like C#. How a quote inside of a text is written is not documented, so that no such text is sent. */
const xero: Writer = (atom) => {
  switch (atom.kind) {
    case 'text':
      if (/["\\]/.test(atom.text)) throw new UnfitValue('Xero has no way to write a text with " or \\ in a filter');
      return `"${atom.text}"`;
    case 'guid':
      return `guid("${atom.text}")`;
    case 'date':
    case 'local':
      return xeroTime(atom.text);
    case 'instant':
      return xeroTime(atom.utc);
    case 'number':
    case 'boolean':
      return plainText(atom);
  }
};

/** Frappe: filters are JSON in the query, truth is 0 or 1, times are those of the site without a zone. */
const frappe: Writer = (atom) => {
  switch (atom.kind) {
    case 'number':
      return atom.text;
    case 'boolean':
      return atom.value ? '1' : '0';
    case 'instant':
      return JSON.stringify(atom.local);
    case 'text':
    case 'guid':
    case 'date':
    case 'local':
      return JSON.stringify(atom.text);
  }
};

const odataExpressions = /^(?:\$filter|\$apply|\$compute|@.*)$/;

export const literals: Readonly<Record<LiteralKind, Literals>> = {
  plain: { write: plainText, terms: undefined, expressions: undefined, members: undefined },
  odata: { write: odata, terms: ' and ', expressions: odataExpressions, members: undefined },
  'odata-v2': { write: odataV2, terms: ' and ', expressions: odataExpressions, members: undefined },
  suiteql: { write: suiteql, terms: ' AND ', expressions: undefined, members: /^q$/ },
  qbo: { write: qbo, terms: ' AND ', expressions: /^query$/, members: undefined },
  xero: { write: xero, terms: ' AND ', expressions: /^where$/, members: undefined },
  frappe: { write: frappe, terms: 'json', expressions: undefined, members: undefined },
};
