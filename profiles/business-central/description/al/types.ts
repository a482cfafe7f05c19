/** Types of AL, and the type of what a control of a page shows. */
import type { Checkout } from './checkout.ts';
import { descendants, type Element, type Procedure, property, split } from './object.ts';
import type { Token } from './tokens.ts';

/** A member of an option or enum. */
export interface Member {
  readonly name: string;
  readonly caption: string;
}

export type AlType =
  | { readonly kind: 'text'; readonly length?: number }
  | { readonly kind: 'plain'; readonly edm: string }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'option'; readonly members: readonly Member[] }
  | { readonly kind: 'object'; readonly object: 'table' | 'codeunit'; readonly name: string };

const plain: Readonly<Record<string, string>> = {
  blob: 'Edm.Stream',
  boolean: 'Edm.Boolean',
  biginteger: 'Edm.Int64',
  date: 'Edm.Date',
  datetime: 'Edm.DateTimeOffset',
  decimal: 'Edm.Decimal',
  guid: 'Edm.Guid',
  integer: 'Edm.Int32',
  media: 'Edm.Stream',
};
/** Fields that every table has. */
const systemFields: Readonly<Record<string, string>> = {
  systemcreatedat: 'Edm.DateTimeOffset',
  systemcreatedby: 'Edm.Guid',
  systemid: 'Edm.Guid',
  systemmodifiedat: 'Edm.DateTimeOffset',
  systemmodifiedby: 'Edm.Guid',
};

/** A field of a table that a control shows directly. */
export interface TableField {
  readonly name: string;
  /** Undefined: a field that every table has. */
  readonly element: Element | undefined;
}

function typeOf(tokens: readonly Token[], members: readonly Member[]): AlType {
  const [first, second] = tokens;
  const name = first?.text.toLowerCase() ?? '';
  const edm = plain[name];
  if (edm !== undefined) return { kind: 'plain', edm };
  if (name === 'code' || name === 'text')
    return second?.text === '[' ? { kind: 'text', length: Number(tokens[2]?.text) } : { kind: 'text' };
  if (name === 'label') return { kind: 'text' };
  if (name === 'enum') return { kind: 'enum', name: tokens.at(-1)?.text ?? '' };
  if (name === 'option') return { kind: 'option', members };
  if (name === 'record') return { kind: 'object', object: 'table', name: second?.text ?? '' };
  if (name === 'codeunit') return { kind: 'object', object: 'codeunit', name: second?.text ?? '' };
  throw new Error(`unknown type: ${tokens.map(({ text }) => text).join(' ')}`);
}

/** The members of `OptionMembers`, or of `Option a,b` as the type of a variable. Captions are one text, separated by commas. */
function membersOf(tokens: readonly Token[] | undefined, captions?: string): readonly Member[] {
  const texts = captions?.split(',') ?? [];
  const names = split(tokens ?? [], ',').map((member) => member[0]?.text ?? ' ');
  return names.map((name, index) => ({ name, caption: texts[index] ?? name }));
}

/** The field of a table, by its name. */
export function tableField(checkout: Checkout, table: string, name: string): TableField | undefined {
  if (systemFields[name.toLowerCase()] !== undefined) return { name, element: undefined };
  const element = checkout
    .object('table', table)
    .flatMap((object) => descendants(object, 'field'))
    .find(({ args }) => args[1]?.[0]?.text.toLowerCase() === name.toLowerCase());
  return element === undefined ? undefined : { name: element.args[1]?.[0]?.text ?? '', element };
}

/** The type of a field of a table. */
export function fieldType({ name, element }: TableField): AlType {
  if (element === undefined) return { kind: 'plain', edm: systemFields[name.toLowerCase()] ?? '' };
  return typeOf(
    element.args[2] ?? [],
    membersOf(element.properties.get('optionmembers'), property(element, 'optioncaption')),
  );
}

const variableType = (tokens: readonly Token[]): AlType => typeOf(tokens, membersOf(tokens.slice(1)));

function returnType(objects: readonly Element[], name: string): AlType | undefined {
  const isIt = (procedure: Procedure): boolean => procedure.name.toLowerCase() === name.toLowerCase();
  const returns = objects.flatMap(({ procedures }) => procedures).find(isIt)?.returns;
  if (returns === undefined) return undefined;
  return variableType(returns.slice(returns.findIndex(({ text }) => text === ':') + 1));
}

/** The field that a control shows: `Rec."No."`, or `"No."` alone. Undefined for a variable or an expression. */
export function shownField(checkout: Checkout, page: Element, source: readonly Token[]): TableField | undefined {
  const table = property(page, 'sourcetable') ?? '';
  const [first, dot, second] = source;
  if (source.length === 3 && dot?.text === '.' && first?.text.toLowerCase() === 'rec')
    return tableField(checkout, table, second?.text ?? '');
  if (source.length !== 1 || page.variables.has(first?.text.toLowerCase() ?? '')) return undefined;
  return tableField(checkout, table, first?.text ?? '');
}

/** The type of what a control shows: a field, a variable, or what a procedure returns. */
export function sourceType(checkout: Checkout, page: Element, source: readonly Token[]): AlType {
  const shown = shownField(checkout, page, source);
  if (shown !== undefined) return fieldType(shown);
  const [first, dot, second] = source;
  const variable = page.variables.get(first?.text.toLowerCase() ?? '');
  const name = first?.text ?? '';
  if (source.length === 1 && variable !== undefined) return variableType(variable);
  const found = dot?.text === '(' ? returnType([page], name) : undefined;
  const owner = variable === undefined ? undefined : variableType(variable);
  const member =
    found === undefined && dot?.text === '.' && owner?.kind === 'object'
      ? returnType(checkout.object(owner.object, owner.name), second?.text ?? '')
      : found;
  if (member === undefined) throw new Error(`unknown expression: ${source.map(({ text }) => text).join(' ')}`);
  return member;
}

/** The values of an enum with its extensions. A value without a caption shows its name. */
export const enumValues = (checkout: Checkout, name: string): readonly (Member & { readonly number: number })[] =>
  checkout
    .object('enum', name)
    .flatMap((object) => descendants(object, 'value'))
    .map((element) => {
      const [number = [], [value] = []] = element.args;
      const text = value?.text ?? '';
      return {
        number: Number(number.map((token) => token.text).join('')),
        name: text,
        caption: property(element, 'caption') ?? text,
      };
    });
