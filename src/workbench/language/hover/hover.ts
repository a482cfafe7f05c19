/** What an editor shows when the mouse rests: meanings, types, and the explanation of a finding. */

import { isMap } from '../../../../engine/host/index.ts';
import type { DescribedName, Field, Path } from '../../../../engine/index.ts';
import { sentNames } from '../exchanges/body-members.ts';
import { expressionScope, knownMember } from '../expressions/known-types.ts';
import { expressionFunctions, variableMeanings } from '../expressions/library.ts';
import { endpointAt, fieldsAt } from '../profile/contract-fields.ts';
import { languageAt } from '../profile/embedded.ts';
import { kindOf, type ProfileView, sourceOf, tablesOf, valueAt } from '../profile/view.ts';
import { expanded, namesInSql, parametersIn, partText } from '../sql/statement.ts';
import { type Occurrence, occurrenceAt } from '../symbols/occurrences.ts';
import type { Position, Range } from '../text/positions.ts';
import type { FileFinding, FindingLink } from '../workspace/findings.ts';
import type { Entry } from '../yaml/entry.ts';
import { code } from './markdown.ts';
import { nameText } from './sql-names.ts';

export interface Hover {
  /** Markdown. */
  readonly text: string;
  readonly range: Range;
}

/** The rules of a field of the contract, as sentences. */
function fieldText(name: string, field: Field): string {
  const rules = [
    field.required ? 'Required.' : 'Optional.',
    ...(field.nullable === true ? ['May be null.'] : []),
    ...('oneOf' in field && field.oneOf !== undefined
      ? [`One of ${field.oneOf.map((one) => `\`${one}\``).join(', ')}.`]
      : []),
    ...('minimum' in field && field.minimum !== undefined ? [`At least ${field.minimum}.`] : []),
    ...('maximum' in field && field.maximum !== undefined ? [`At most ${field.maximum}.`] : []),
    ...(field.type === 'id' ? [`The id of a ${field.idKind}.`] : []),
    ...(field.example === undefined ? [] : [`Example: \`${JSON.stringify(field.example)}\`.`]),
  ];
  return `**${name}**: ${field.type}\n\n${field.description}\n\n${rules.join(' ')}`;
}

/** A name of the vendor's description. */
const describedText = ({ name, detail, documentation }: DescribedName): string =>
  [`**${name}**: ${detail ?? 'of the ERP'}`, ...(documentation === undefined ? [] : [documentation])].join('\n\n');

/** Members of an answer that an expression reads. */
function membersIn(view: ProfileView, path: Path, text: string): readonly DescribedName[] {
  const names = new Set(text.match(/(?<![$\p{L}\p{N}_.'"])[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/gu));
  return [...names].flatMap((name) => knownMember(view, path, name.split('.')) ?? []);
}

/** Where the profile takes a field from: an expression under `fields`, or a column of the query. */
function originText(view: ProfileView, read: Path, name: string): string {
  const computed = valueAt(view, [...read, 'fields', name]);
  if (typeof computed === 'string')
    return [
      `\n\nComputed from\n${code('jsonata', computed)}`,
      ...membersIn(view, [...read, 'fields', name], computed).map(describedText),
    ].join('\n\n');
  const query = valueAt(view, [...read, 'query']);
  if (typeof query !== 'string') return '';
  const column = new RegExp(String.raw`([^,;]*?)\s+AS\s+["\x60[]?${name}\b`, 'i').exec(query)?.[1];
  return column === undefined
    ? ''
    : `\n\nTaken from\n${code('sql', column.replace(/^\s*select\s+(?:distinct\s+)?/i, ''))}`;
}

function symbolText(view: ProfileView, { kind, name, owner }: Occurrence): string | undefined {
  const sections = { part: 'parts', setting: 'settings', source: 'sources', fact: 'facts', id: 'ids' } as const;
  if (kind === 'step') return `**${name}**: a step of ${owner}`;
  if (kind === 'parameter') return `**{${name}}**: a parameter of the part ${owner}`;
  const value = valueAt(view, [sections[kind], name]);
  switch (kind) {
    case 'part': {
      if (isMap(value) && typeof value.expression === 'string')
        return `**{${name}}**: a named expression\n${code('jsonata', value.expression)}`;
      if (isMap(value) && 'request' in value)
        return `**${name}**: a part of requests\n${code('json', JSON.stringify(value.request, null, 2))}`;
      const text = partText(view, name);
      const parameters = parametersIn(view, name);
      const signature = parameters.length === 0 ? '' : `(${parameters.join(', ')})`;
      return text === undefined ? undefined : `**{${name}${signature}}** is\n${code('sql', expanded(view, text))}`;
    }
    case 'setting': {
      if (!isMap(value)) return undefined;
      const type = value.secret === true ? 'secret' : typeof value.type === 'string' ? value.type : 'text';
      const lines = [
        `**${name}**: setting, ${type}`,
        ...(typeof value.description === 'string' ? [value.description] : []),
        ...(typeof value.env === 'string' ? [`Environment variable \`${value.env}\``] : []),
        ...('default' in value && value.secret !== true ? [`Default: \`${JSON.stringify(value.default)}\``] : []),
      ];
      return lines.join('\n\n');
    }
    case 'source':
      return isMap(value)
        ? `**${name}**: ${typeof value.sql === 'string' ? `database (${value.sql})` : 'ERP by HTTP'}`
        : undefined;
    case 'fact':
      return isMap(value) ? `**${name}**: fact\n${code('json', JSON.stringify(value, null, 2))}` : undefined;
    case 'id':
      return isMap(value)
        ? `**${name}**: how this ERP identifies a ${name}\n${code('json', JSON.stringify(value, null, 2))}`
        : undefined;
  }
}

/** A word of a text, and its offset in the file. */
interface Word {
  readonly text: string;
  /** With its qualifier, colon or dollar sign. */
  readonly whole: string;
  readonly start: number;
  readonly end: number;
}

function wordAt(text: string, start: number, offset: number): Word | undefined {
  for (const match of text.matchAll(/[:$]?[\p{L}_][\p{L}\p{N}_$#]*(?:\.[\p{L}_][\p{L}\p{N}_$#]*)*/gu)) {
    const [from, to] = [start + match.index, start + match.index + match[0].length];
    if (offset < from || offset > to) continue;
    const whole = match[0];
    return { text: whole.replace(/^[:$]/, ''), whole, start: from, end: to };
  }
  return undefined;
}

/** The statement at a path, and the offset of its text in the file. */
interface Statement {
  readonly path: Path;
  readonly sql: string;
  readonly start: number;
}

function sqlText(view: ProfileView, { path, sql, start }: Statement, { text, whole, end }: Word): string | undefined {
  const fields = fieldsAt(view, path);
  if (whole.startsWith(':')) {
    const field = endpointAt(view, path)?.request[text.split('.')[0] ?? ''];
    return field === undefined ? undefined : fieldText(whole, field);
  }
  if (Object.hasOwn(fields, text) && new RegExp(String.raw`\bAS\s+["\x60[]?${text}\b`, 'i').test(sql)) {
    const field = fields[text];
    return field && fieldText(text, field) + originText(view, path.slice(0, -1), text);
  }
  const source = sourceOf(view, path);
  const named = nameText(namesInSql(view, path, sql, end - start), tablesOf(view, source), text);
  if (named !== undefined) return named;
  const called = kindOf(view, source)?.editorWords.functions.find(({ name }) => name === text.toLowerCase());
  return called && `${code('sql', `${called.name}${called.signature}`)}\n${called.meaning}`;
}

function expressionText(view: ProfileView, path: Path, { text, whole }: Word): string | undefined {
  const [head = ''] = text.split('.');
  const scope = expressionScope(view, path);
  const member = knownMember(view, path, whole.split('.'));
  if (member !== undefined) return describedText(member);
  if (whole.startsWith('$')) {
    const functionInfo = expressionFunctions.find(({ name }) => name === head);
    const isVariable = scope?.variables.includes(head) === true;
    if (isVariable) return `**$${head}**: ${variableMeanings[head] ?? 'the result of an earlier step.'}`;
    return (
      functionInfo && `${code('jsonata', `$${functionInfo.name}${functionInfo.signature}`)}\n${functionInfo.meaning}`
    );
  }
  const field = endpointAt(view, path)?.request[head];
  const isColumn = scope?.names?.includes(head) === true;
  if (isColumn) return field === undefined ? `**${head}**: column of the rows` : fieldText(head, field);
  return undefined;
}

/** The field of the contract that a key below `fields`, `codes` or `absent` names. */
function keyText(view: ProfileView, path: Path): string | undefined {
  const name = String(path.at(-1));
  const parent = path.at(-2);
  if (parent === 'fields' || parent === 'codes' || parent === 'absent') {
    const fields = fieldsAt(view, path);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) return fieldText(name, field) + originText(view, path.slice(0, -2), name);
  }
  const field = view.lookup.field?.(path);
  if (field !== undefined) return fieldText(name, field);
  const read = path.slice(0, -1);
  const described = [...view.describedAt(read, 'keys'), ...sentNames(view, read)].find((one) => one.name === name);
  if (described !== undefined) return describedText(described);
  const description = view.lookup.description(path);
  return description === undefined ? undefined : `**${name}**\n\n${description}`;
}

const isIn = ({ start, end }: Range, { line, character }: Position): boolean =>
  (line > start.line || (line === start.line && character >= start.character)) &&
  (line < end.line || (line === end.line && character <= end.character));

function meaningAt(
  view: ProfileView,
  entry: Entry | undefined,
  offset: number,
): { text: string; start: number; end: number } | undefined {
  const symbol = occurrenceAt(view, offset);
  const symbolHover = symbol && symbolText(view, symbol);
  if (symbol !== undefined && symbolHover !== undefined && symbol.kind !== 'id')
    return { ...symbol.span, text: symbolHover };
  if (entry === undefined) return undefined;
  const { path, key, value } = entry;
  if (key !== undefined && key.start <= offset && offset <= key.end) {
    const text = keyText(view, path);
    return text === undefined ? undefined : { ...key, text };
  }
  const valueText = view.text.slice(value.start, value.end);
  const valueMeaning = view.lookup.valueMeaning?.(path, valueText);
  if (valueMeaning !== undefined) return { ...value, text: valueMeaning };
  const word = wordAt(valueText, value.start, offset);
  if (word === undefined) return undefined;
  const described = view.describedAt(path, 'words').find(({ name }) => name === word.text);
  const language = languageAt(view, path);
  const text =
    language === 'sql'
      ? sqlText(view, { path, sql: valueText, start: value.start }, word)
      : (expressionText(view, path, word) ?? (described && describedText(described)));
  return text === undefined ? undefined : { start: word.start, end: word.end, text };
}

/** Where a finding is explained: the editor shows its message itself. `linkTo`: the address of the explanation. */
function findingText({ code: findingCode, title }: FileFinding, linkTo: FindingLink | undefined): string {
  const link = linkTo?.(findingCode, title);
  const where = link === undefined ? `\`engine explain ${findingCode}\`` : `[explanation and example](${link})`;
  return `**${findingCode}**: ${title} · ${where}`;
}

/** The meaning of what is at a position, and the titles of the findings there. */
export function hover(
  view: ProfileView,
  position: Position,
  findings: readonly FileFinding[],
  linkTo: FindingLink | undefined,
): Hover | undefined {
  const offset = view.lines.offsetAt(position);
  const entry = view.entries.findLast(
    ({ key, value, style }) =>
      (key !== undefined && key.start <= offset && offset <= key.end) ||
      (style !== 'map' && style !== 'list' && value.start <= offset && offset <= value.end),
  );
  const meaning = meaningAt(view, entry, offset);
  const here = findings.filter(({ file, range }) => file === view.file && isIn(range, position));
  const explained = [...new Set(here.map((one) => findingText(one, linkTo)))];
  const first = here[0];
  if (meaning === undefined && first === undefined) return undefined;
  const range = meaning === undefined ? first?.range : view.lines.rangeOf(meaning);
  const text = [...(meaning === undefined ? [] : [meaning.text]), ...explained].join('\n\n---\n\n');
  return range === undefined ? undefined : { text, range };
}
