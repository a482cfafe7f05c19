/** Parses an expression of OData, and verifies its properties, functions, operators and literals against the type that it is evaluated over. */
import { ownMember } from '../base/members.ts';
import { closest } from '../diagnostics/did-you-mean.ts';
import {
  type DescribedMember,
  type DescribedType,
  mayAlsoHave,
  type ODataVersion,
  plainValue,
  type ScalarType,
} from './model.ts';
import { filterFunctions, type OperandKind } from './odata-functions.ts';
import { type ODataToken, odataTokens } from './odata-tokens.ts';

/** What is wrong with a part of a query option. */
export interface QueryFault {
  readonly kind: 'syntax' | 'property' | 'function' | 'type' | 'value';
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly hint: string;
  /** What to write instead, where it is known. */
  readonly replacement?: string;
}

/** The texts that a filter leaves of some properties, by their names. */
export type LeftValues = ReadonlyMap<string, readonly string[]>;

const noneLeft: LeftValues = new Map();

/** A part of an expression with its type. */
interface Operand {
  readonly kind: OperandKind;
  readonly type: DescribedType | undefined;
  /** The token that it begins with. */
  readonly token: ODataToken;
  readonly isLiteral: boolean;
  /** What the condition leaves, where it compares properties with texts. */
  readonly left?: LeftValues;
}

interface ExpressionScope {
  readonly record: DescribedType;
  readonly version: ODataVersion;
  /** The kind of the value that begins at an offset; `any` where it is not known. */
  readonly valueAt?: (offset: number) => OperandKind;
}

/** Ends the parsing after the first fault of syntax. */
class SyntaxFault extends Error {
  readonly fault: QueryFault;

  constructor(fault: QueryFault) {
    super(fault.message);
    this.fault = fault;
  }
}

const words: Readonly<Record<OperandKind, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  instant: 'a date and time',
  time: 'a time of day',
  record: 'a record',
  list: 'a list',
  null: 'null',
  any: 'a value',
};

const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'has', 'in'];
const sums = ['add', 'sub'];
const products = ['mul', 'div', 'divby', 'mod'];

function kindOf(type: DescribedType): OperandKind {
  switch (type.kind) {
    case 'scalar':
      return type.scalar;
    case 'list':
    case 'record':
      return type.kind;
    case 'unknown':
      return 'any';
  }
}

const isOpenKind = (kind: OperandKind): boolean => kind === 'any' || kind === 'null';

class ExpressionParser {
  readonly faults: QueryFault[] = [];
  private readonly tokens: readonly ODataToken[];
  private readonly scope: ExpressionScope;
  private readonly variables = new Map<string, DescribedType>();
  private at = 0;

  constructor(text: string, scope: ExpressionScope) {
    this.tokens = odataTokens(text);
    this.scope = scope;
  }

  whole(): LeftValues {
    const result = this.either();
    if (this.peek().kind !== 'end') this.fail();
    if (!isOpenKind(result.kind) && result.kind !== 'boolean')
      this.report('type', result.token, `A filter is a condition, but this is ${words[result.kind]}.`, 'Compare it.');
    return result.left ?? noneLeft;
  }

  /** A property with the path to it, as in `$orderby`. */
  term(): void {
    this.sum();
    const direction = this.peek();
    if (direction.kind === 'name' && ['asc', 'desc'].includes(direction.text)) this.at += 1;
    if (this.peek().kind !== 'end') this.fail('`asc`, `desc` or the end');
  }

  private peek(): ODataToken {
    const last = this.tokens.at(-1);
    const token = this.tokens[this.at] ?? last;
    if (token === undefined) throw new Error('A list of tokens has an end.');
    return token;
  }

  private next(): ODataToken {
    const token = this.peek();
    this.at += 1;
    return token;
  }

  private isSign(sign: string): boolean {
    const token = this.peek();
    return token.kind === 'sign' && token.text === sign;
  }

  private expect(sign: string): void {
    if (!this.isSign(sign)) this.fail(`"${sign}"`);
    this.at += 1;
  }

  private isWord(all: readonly string[]): boolean {
    const token = this.peek();
    return token.kind === 'name' && all.includes(token.text);
  }

  private fail(expected = 'an operator or the end'): never {
    const { text, offset, kind } = this.peek();
    const found = kind === 'end' ? 'the expression ends' : `there is "${text}"`;
    throw new SyntaxFault({
      kind: 'syntax',
      offset,
      length: Math.max(1, text.length),
      message: `Here ${found}, where ${expected} is expected.`,
      hint: 'Operators of OData are words: eq, ne, gt, ge, lt, le, and, or, not, in.',
    });
  }

  private report(kind: QueryFault['kind'], { offset, text }: ODataToken, message: string, hint: string): void {
    this.faults.push({ kind, offset, length: Math.max(1, text.length), message, hint });
  }

  private either(): Operand {
    let left = this.both();
    while (this.isWord(['or'])) left = this.connected(left, () => this.both());
    return left;
  }

  private both(): Operand {
    let left = this.negation();
    while (this.isWord(['and'])) left = this.connected(left, () => this.negation());
    return left;
  }

  private connected(left: Operand, rest: () => Operand): Operand {
    const operator = this.next();
    const right = rest();
    for (const side of [left, right])
      if (side.kind !== 'boolean' && !isOpenKind(side.kind))
        this.report(
          'type',
          side.token,
          `"${operator.text}" connects conditions, but this is ${words[side.kind]}.`,
          'Compare it.',
        );
    const leaves = operator.text === 'and' ? bothLeave(left.left, right.left) : eitherLeaves(left.left, right.left);
    return { kind: 'boolean', type: undefined, token: left.token, isLiteral: false, left: leaves };
  }

  private negation(): Operand {
    if (!this.isWord(['not'])) return this.comparison();
    const token = this.next();
    this.negation();
    return { kind: 'boolean', type: undefined, token, isLiteral: false };
  }

  private comparison(): Operand {
    const left = this.sum();
    if (!this.isWord(comparisons)) return left;
    const operator = this.next();
    const rights = operator.text === 'in' ? this.listed() : [this.sum()];
    for (const right of rights) this.compare(left, right);
    const isEqual = operator.text === 'eq' || operator.text === 'in';
    const texts = rights.flatMap(({ token }) => (token.kind === 'text' ? [textOf(token)] : []));
    const isKnown = isEqual && left.token.kind === 'name' && texts.length === rights.length;
    return {
      kind: 'boolean',
      type: undefined,
      token: left.token,
      isLiteral: false,
      left: isKnown ? new Map([[left.token.text, texts]]) : noneLeft,
    };
  }

  /** The values after `in`. */
  private listed(): readonly Operand[] {
    if (!this.isSign('(')) return [this.primary()];
    this.expect('(');
    const values = [this.sum()];
    while (this.isSign(',')) {
      this.at += 1;
      values.push(this.sum());
    }
    this.expect(')');
    return values;
  }

  private compare(one: Operand, other: Operand): void {
    const [literal, compared] = one.isLiteral ? [one, other] : [other, one];
    if (this.checkValue(literal, compared)) return;
    if (isOpenKind(one.kind) || isOpenKind(other.kind) || one.kind === other.kind) return;
    // Enumerations are compared with literals that name their type.
    if (other.token.kind === 'other' || one.token.kind === 'other') return;
    const type = compared.type?.kind === 'scalar' ? ` (${compared.type.name})` : '';
    this.report(
      'type',
      literal.token,
      `"${compared.token.text}" is ${words[compared.kind]}${type}, and is compared with ${words[literal.kind]}.`,
      'The service answers 400, or finds nothing.',
    );
  }

  /** Reports a text that is none of the values of an enumeration. True where it was checked. */
  private checkValue(literal: Operand, { type }: Operand): boolean {
    if (literal.token.kind !== 'text' || !literal.isLiteral || type?.kind !== 'scalar') return false;
    const { values } = type;
    if (values === undefined) return false;
    const written = textOf(literal.token);
    const plain = values.map(plainValue);
    if (plain.includes(plainValue(written))) return true;
    const near = closest(written, plain);
    const { offset, text } = literal.token;
    const hint = near === undefined ? `Its values are ${plain.join(', ')}.` : `Did you mean "${near}"?`;
    this.faults.push({
      kind: 'value',
      offset,
      length: text.length,
      message: `"${written}" is no value of ${typeName(type)}.`,
      hint,
      ...(near === undefined ? {} : { replacement: `'${near}'` }),
    });
    return true;
  }

  private sum(): Operand {
    let left = this.product();
    while (this.isWord(sums)) left = this.calculated(left, () => this.product());
    return left;
  }

  private product(): Operand {
    let left = this.primary();
    while (this.isWord(products)) left = this.calculated(left, () => this.primary());
    return left;
  }

  /** Dates may be added to durations, so that only texts and conditions are wrong. */
  private calculated(left: Operand, rest: () => Operand): Operand {
    const operator = this.next();
    const right = rest();
    for (const side of [left, right])
      if (['text', 'boolean', 'record', 'list'].includes(side.kind))
        this.report(
          'type',
          side.token,
          `"${operator.text}" takes numbers, but this is ${words[side.kind]}.`,
          'Use a number.',
        );
    const kind = left.kind === 'number' && right.kind === 'number' ? 'number' : 'any';
    return { kind, type: undefined, token: left.token, isLiteral: false };
  }

  private primary(): Operand {
    const token = this.next();
    switch (token.kind) {
      case 'text':
      case 'number':
      case 'date':
      case 'instant':
      case 'time':
        return { kind: token.kind, type: undefined, token, isLiteral: true };
      case 'other':
        return { kind: 'any', type: undefined, token, isLiteral: true };
      case 'value':
        return { kind: this.scope.valueAt?.(token.offset) ?? 'any', type: undefined, token, isLiteral: true };
      case 'name':
        return this.named(token);
      case 'sign':
        if (token.text !== '(') break;
        return this.inBrackets();
      case 'unknown':
      case 'end':
        break;
    }
    this.at -= 1;
    return this.fail('a property, a value or a function');
  }

  private inBrackets(): Operand {
    const inner = this.either();
    this.expect(')');
    return inner;
  }

  private named(token: ODataToken): Operand {
    if (token.text === 'null') return { kind: 'null', type: undefined, token, isLiteral: true };
    if (token.text === 'true' || token.text === 'false')
      return { kind: 'boolean', type: undefined, token, isLiteral: true };
    if (this.isSign('(')) return this.called(token);
    const variable = token.text === '$it' ? this.scope.record : this.variables.get(token.text);
    const first = variable ?? this.propertyOf(this.scope.record, token);
    return this.path(token, first);
  }

  /** The rest of a path: further properties, `$count`, or `any` and `all` over a list. */
  private path(token: ODataToken, first: DescribedType): Operand {
    let type = first;
    let last = token;
    while (this.isSign('/')) {
      this.at += 1;
      last = this.next();
      if (last.kind !== 'name') {
        this.at -= 1;
        this.fail('a property');
      }
      if (last.text === '$count') return { kind: 'number', type: undefined, token: last, isLiteral: false };
      if (['any', 'all'].includes(last.text) && this.isSign('(')) return this.quantified(last, type);
      type = last.text.includes('.') ? { kind: 'unknown' } : this.propertyOf(type, last);
    }
    return { kind: kindOf(type), type, token: last, isLiteral: false };
  }

  /** `any(d: d/quantity gt 1)`, over the items of a list. */
  private quantified(token: ODataToken, list: DescribedType): Operand {
    this.expect('(');
    if (!this.isSign(')')) {
      const variable = this.next();
      this.expect(':');
      this.variables.set(variable.text, list.kind === 'list' ? list.items : { kind: 'unknown' });
      this.either();
      this.variables.delete(variable.text);
    }
    this.expect(')');
    return { kind: 'boolean', type: undefined, token, isLiteral: false };
  }

  private propertyOf(type: DescribedType, token: ODataToken): DescribedType {
    if (type.kind === 'unknown') return type;
    if (type.kind !== 'record') {
      const what = type.kind === 'list' ? 'a list: write `any` or `all`' : 'a single value';
      this.report('property', token, `"${token.text}" is read from ${what}.`, 'Remove it.');
      return { kind: 'unknown' };
    }
    const member: DescribedMember | undefined = type.members.get(token.text);
    if (member !== undefined) return member.type;
    if (!mayAlsoHave(type, token.text)) this.unknownProperty(type.name, [...type.members.keys()], token);
    return { kind: 'unknown' };
  }

  private unknownProperty(owner: string, names: readonly string[], { text, offset }: ODataToken): void {
    const near = closest(text, names);
    this.faults.push({
      kind: 'property',
      offset,
      length: text.length,
      message: `${owner === '' ? 'The type' : shortName(owner)} has no property "${text}".`,
      hint: near === undefined ? `It has ${names.join(', ')}.` : `Did you mean "${near}"?`,
      ...(near === undefined ? {} : { replacement: near }),
    });
  }

  private called(token: ODataToken): Operand {
    const functions = filterFunctions(this.scope.version);
    const called = ownMember(functions, token.text);
    this.expect('(');
    const args: Operand[] = [];
    while (!this.isSign(')')) {
      if (args.length > 0) this.expect(',');
      args.push(this.either());
    }
    this.expect(')');
    // A function of the service has the name of its namespace.
    if (called === undefined && !token.text.includes('.')) {
      const near = closest(token.text, Object.keys(functions));
      const hint =
        near === undefined
          ? `OData ${this.scope.version} has ${Object.keys(functions).join(', ')}.`
          : `Did you mean "${near}"?`;
      this.report('function', token, `OData ${this.scope.version} has no function "${token.text}".`, hint);
    }
    if (called === undefined) return { kind: 'any', type: undefined, token, isLiteral: false };
    const { takes, optional = 0, returns } = called;
    if (args.length > takes.length || args.length < takes.length - optional)
      this.report(
        'function',
        token,
        `"${token.text}" takes ${takes.length} arguments, not ${args.length}.`,
        'Compare it with the protocol.',
      );
    for (const [index, argument] of args.entries()) {
      const wanted = takes[index] ?? 'any';
      if (wanted !== 'any' && !isOpenKind(argument.kind) && argument.kind !== wanted)
        this.report(
          'type',
          argument.token,
          `"${token.text}" takes ${words[wanted]} here, but this is ${words[argument.kind]}.`,
          'Give another value.',
        );
    }
    return { kind: returns, type: undefined, token, isLiteral: false };
  }
}

/** The text of a literal. */
const textOf = ({ text }: ODataToken): string => text.slice(1, -1).replaceAll("''", "'");

/** What two conditions leave together. */
export function bothLeave(one: LeftValues = noneLeft, other: LeftValues = noneLeft): LeftValues {
  const shared = [...one].filter(([name]) => other.has(name));
  const common = shared.map(([name, values]): [string, readonly string[]] => [
    name,
    values.filter((value) => other.get(name)?.includes(value)),
  ]);
  return new Map([...one, ...other, ...common]);
}

/** What one of two conditions leaves: values of a property are known where both compare it. */
function eitherLeaves(one: LeftValues = noneLeft, other: LeftValues = noneLeft): LeftValues {
  return new Map(
    [...one].flatMap(([name, values]): readonly [string, readonly string[]][] => {
      const more = other.get(name);
      return more === undefined ? [] : [[name, [...values, ...more]]];
    }),
  );
}

const shortName = (name: string): string => name.split('.').at(-1) ?? name;
const typeName = ({ name }: ScalarType): string => shortName(name);

/** The faults of an expression, and what it leaves if it is a condition. */
interface Checked {
  readonly faults: readonly QueryFault[];
  readonly left: LeftValues;
}

function checked(text: string, scope: ExpressionScope, parse: (parser: ExpressionParser) => LeftValues): Checked {
  const parser = new ExpressionParser(text, scope);
  try {
    const left = parse(parser);
    return { faults: parser.faults, left };
  } catch (error) {
    if (error instanceof SyntaxFault) return { faults: [...parser.faults, error.fault], left: noneLeft };
    throw error;
  }
}

/** Checks a condition, as in `$filter`. `anyValue`, as often as the value has characters, stands for a value. */
export const checkFilter = (text: string, scope: ExpressionScope): Checked =>
  checked(text, scope, (parser) => parser.whole());

/** The faults of one term of `$orderby`. */
export const orderFaults = (text: string, scope: ExpressionScope): readonly QueryFault[] =>
  checked(text, scope, (parser) => {
    parser.term();
    return noneLeft;
  }).faults;
