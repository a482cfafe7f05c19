/**
 * Literals of the query languages of ERPs. A value cannot leave its literal, whatever text it contains. A value that the language cannot express
 * throws `UnfitValue`.
 */
import { type Atom, plainText, UnfitValue } from './value.ts';

export const literalKinds = ['plain', 'odata', 'odata-v2', 'suiteql', 'qbo', 'xero', 'frappe'] as const;
type LiteralKind = (typeof literalKinds)[number];

type Writer = (atom: Atom) => string;

export interface Literals {
  readonly write: Writer;
  /** The separator of the terms of a list parameter. undefined: the parameter is repeated; `json`: the list is sent as JSON. */
  readonly terms: ' and ' | ' AND ' | 'json' | undefined;
  /** Names of parameters that contain an expression of the language, so that a value alone is also a literal. */
  readonly expressions: RegExp | undefined;
  /** Names of members of JSON bodies that contain a statement of the language. */
  readonly members: RegExp | undefined;
}

const doubled = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** OData 4.01 URL conventions 5.1.1.14: quotes are doubled. */
const odata: Writer = (atom) => (atom.kind === 'text' ? doubled(atom.text) : plainText(atom));

/** OData 2: literals of other types than text have a type prefix, and decimals the suffix m. */
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

/** SuiteQL is a dialect of Oracle SQL: booleans are letters, dates are converted from text. */
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

/** QuickBooks Online: texts and times are quoted, with backslash escapes. */
const qbo: Writer = (atom) =>
  atom.kind === 'number' || atom.kind === 'boolean'
    ? plainText(atom)
    : `'${plainText(atom).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const xeroTime = (text: string): string =>
  `DateTime(${text
    .replace(/Z$/, '')
    .split(/[-T :]/)
    .join(',')})`;

/** Xero: expressions as in C#. The escape of quotes is not documented, so texts with quotes are rejected. */
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

/** Frappe: filters are JSON in the query, booleans are 0 or 1, times are local times of the site. */
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
  qbo: { write: qbo, terms: ' AND ', expressions: /^query$/, members: /^Query$/ },
  xero: { write: xero, terms: ' AND ', expressions: /^where$/, members: undefined },
  frappe: { write: frappe, terms: 'json', expressions: undefined, members: undefined },
};
