/** Collects which request fields the texts of a profile use: `:names` of SQL, and names in expressions. Works on texts that cannot be compiled, too. */
import { ownMember } from '../../base/members.ts';
import { closest } from '../../diagnostics/did-you-mean.ts';
import type { ChosenProfile } from '../../profile/schema/index.ts';
import { type Lexicon, tokenize } from '../../sources/sql/text/tokens.ts';

interface RequestUses {
  /** Names that have a value from the request: `sku` of `:sku`, `{{ sku }}` and `$request.sku`. */
  readonly names: ReadonlySet<string>;
  /** All words of expressions and all parts of `:names`, which may be members of a list of the request: `qty` of `:line.qty`. */
  readonly words: ReadonlySet<string>;
}

interface Collector {
  readonly profile: ChosenProfile;
  readonly lexicon: Lexicon;
  readonly names: Set<string>;
  readonly words: Set<string>;
  /** Parts of SQL that have been read. */
  readonly parts: Set<string>;
}

/** How the texts below a key are read. `names`: a map or a list of maps from names to reads or steps. */
type Form = 'sql' | 'expression' | 'ofRows' | 'template' | 'names' | 'none';

/** The forms of keys. All others hold reads, or texts without values. */
const forms: Readonly<Record<string, Form>> = {
  ...formsOf('sql', ['query', 'exec', 'version', 'with', 'currency', 'opening', 'balance']),
  ...formsOf('expression', ['rows', 'from', 'text']),
  // Expressions about rows of the ERP, which read the request as `$request` only.
  ...formsOf('ofRows', ['fields', 'where', 'done']),
  ...formsOf('template', ['get', 'post', 'put', 'patch', 'delete', 'head', 'params', 'headers', 'json', 'form', 'xml']),
  ...formsOf('names', ['attach', 'each', 'prepare', 'write']),
  // Messages, columns, and what is said about the answer.
  ...formsOf('none', ['one', 'outcomes', 'codes', 'absent', 'ignored', 'decide', 'order', 'on', 'lengths', 'digits']),
};

function formsOf(form: Form, keys: readonly string[]): Readonly<Record<string, Form>> {
  return Object.fromEntries(keys.map((key) => [key, form]));
}

function addSql(to: Collector, sql: string): void {
  for (const token of tokenize(sql, to.lexicon)) {
    // A value in quotes is reported as such, so that its field does not count as unused as well.
    const quoted = token.kind === 'quoted' ? sql.slice(token.start, token.end).matchAll(/:([A-Za-z_][\w.]*)/g) : [];
    const names = token.kind === 'value' ? [token.name] : [...quoted].map((match) => match[1] ?? '');
    for (const name of names) addName(to, name);
    if (token.kind === 'part') addPart(to, token.name);
    // A text that was not closed, or a placeholder of the driver, is reported, and may be the use of any name.
    const isOpen = (token.kind === 'quoted' || token.kind === 'comment') && !token.closed;
    if (isOpen || token.kind === 'native') to.names.add('*');
  }
  for (const match of sql.matchAll(/\{\{(.*?)\}\}/gs)) addExpression(to, match[1] ?? '', false);
}

function addName(to: Collector, name: string): void {
  const [head = '', ...members] = name.split('.');
  to.names.add(head);
  for (const word of [head, ...members]) to.words.add(word);
}

function addPart(to: Collector, name: string): void {
  const part = to.profile.parts?.[name];
  if (typeof part !== 'string' || to.parts.has(name)) return;
  to.parts.add(name);
  addSql(to, part);
}

const wordPattern = /[\p{L}_][\p{L}\p{N}_]*/gu;

function addExpression(to: Collector, text: string, isOfRows: boolean): void {
  const all = text.match(wordPattern) ?? [];
  for (const word of all) to.words.add(word);
  const requestFields = [...text.matchAll(/\$request\s*\.\s*`?([\p{L}_][\p{L}\p{N}_]*)/gu)].map(
    (match) => match[1] ?? '',
  );
  for (const name of isOfRows ? requestFields : all) to.names.add(name);
  // The whole request: `$request`, `$lookup($request, ...)`.
  if (/\$request(?!\s*\.)\b/.test(text)) to.names.add('*');
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function addText(to: Collector, text: string, form: Form): void {
  switch (form) {
    case 'sql':
      addSql(to, text);
      break;
    case 'expression':
    case 'names':
      addExpression(to, text, false);
      break;
    case 'ofRows':
      addExpression(to, text, true);
      break;
    case 'template':
      for (const match of text.matchAll(/\{\{(.*?)\}\}/gs)) addExpression(to, match[1] ?? '', false);
      break;
    case 'none':
      break;
  }
}

function addValue(to: Collector, value: unknown, form: Form): void {
  if (typeof value === 'string') addText(to, value, form);
  for (const [name, item] of entriesOf(value)) {
    if (form === 'names' && typeof item !== 'string') {
      if (Array.isArray(value)) addValue(to, item, 'names');
      else addSpec(to, item);
    } else addValue(to, item, name === '$each' ? 'expression' : form);
  }
}

/** Adds the texts of a read, a step, or an object with such. */
function addSpec(to: Collector, spec: unknown): void {
  for (const [key, value] of entriesOf(spec)) {
    const form = ownMember(forms, key);
    // A value of a statement of account is SQL or a whole read.
    if (form === undefined || (form === 'sql' && key !== 'with' && typeof value === 'object')) addSpec(to, value);
    else if (form !== 'none') addValue(to, value, form);
  }
}

/** The uses in a read, in steps, or in a text of SQL. */
export function requestUses(profile: ChosenProfile, lexicon: Lexicon, spec: unknown): RequestUses {
  const to: Collector = { profile, lexicon, names: new Set(), words: new Set(), parts: new Set() };
  if (typeof spec === 'string') addSql(to, spec);
  else addSpec(to, spec);
  return to;
}

/** Whether a name is used; one that is only misspelt counts, because it is reported where it is written. */
export function isUsed(name: string, used: ReadonlySet<string>, declared: readonly string[]): boolean {
  if (used.has(name) || used.has('*')) return true;
  return [...used].some((other) => !declared.includes(other) && closest(other, declared) === name);
}
