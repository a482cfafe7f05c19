/** Parses an expression of OData, and verifies its properties, functions, operators and literals against the type that it is evaluated over. */
import { ownMember } from '../base/members.ts';
import { type DescribedType, mayAlsoHave, type ODataVersion, shortName, unknownDescribed } from './model.ts';
import { filterFunctions, type OperandKind } from './odata-functions.ts';
import {
  comparisonFault,
  faultAt,
  isOpenKind,
  kindWords,
  literalText,
  type Operand,
  operandKind,
  typeOfKind,
  unknownNameFault,
} from './odata-operand.ts';
import { ODataTokenReader } from './odata-token-reader.ts';
import type { ODataToken } from './odata-tokens.ts';
import type { QueryFault } from './query-fault.ts';
import { allRemain, type RemainingValues, remainingOfBoth, remainingOfEither } from './remaining-values.ts';

export interface ExpressionScope {
  readonly record: DescribedType;
  readonly version: ODataVersion;
  /** The kinds of literals that values are written as, by the offset of the value in the text. */
  readonly kinds?: ReadonlyMap<number, OperandKind>;
}

const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'has', 'in'];
const sums = ['add', 'sub'];
const products = ['mul', 'div', 'divby', 'mod'];

const condition = (token: ODataToken, remaining: RemainingValues = allRemain): Operand => ({
  kind: 'boolean',
  type: undefined,
  token,
  isLiteral: false,
  remaining,
});

/** Parses one expression from left to right. Its methods throw `QuerySyntaxError` at the first fault of syntax. */
export class ExpressionParser {
  readonly faults: QueryFault[] = [];
  private readonly tokens: ODataTokenReader;
  private readonly scope: ExpressionScope;
  private readonly variables = new Map<string, DescribedType>();

  constructor(text: string, scope: ExpressionScope) {
    this.tokens = new ODataTokenReader(text);
    this.scope = scope;
  }

  /** A condition, as in `$filter`. Returns what it leaves. */
  wholeCondition(): RemainingValues {
    const result = this.either();
    this.tokens.expectEnd();
    if (!isOpenKind(result.kind) && result.kind !== 'boolean')
      this.report(
        'type',
        result.token,
        `A filter is a condition, but this is ${kindWords[result.kind]}.`,
        'Compare it.',
      );
    return result.remaining ?? allRemain;
  }

  /** One term of `$orderby`. */
  wholeOrderTerm(): void {
    this.sum();
    if (this.tokens.isWord(['asc', 'desc'])) this.tokens.next();
    this.tokens.expectEnd('`asc`, `desc` or the end');
  }

  /** A value. Returns its type. */
  wholeOperand(): DescribedType {
    const { kind, type } = this.either();
    this.tokens.expectEnd();
    return type ?? typeOfKind(kind);
  }

  private add(fault: QueryFault | undefined): void {
    if (fault !== undefined) this.faults.push(fault);
  }

  private report(kind: QueryFault['kind'], token: ODataToken, message: string, hint: string): void {
    this.faults.push(faultAt(kind, token, message, hint));
  }

  private either(): Operand {
    let left = this.both();
    while (this.tokens.isWord(['or'])) left = this.connected(left, () => this.both());
    return left;
  }

  private both(): Operand {
    let left = this.negation();
    while (this.tokens.isWord(['and'])) left = this.connected(left, () => this.negation());
    return left;
  }

  private connected(left: Operand, rest: () => Operand): Operand {
    const operator = this.tokens.next();
    const right = rest();
    for (const side of [left, right])
      if (side.kind !== 'boolean' && !isOpenKind(side.kind))
        this.report(
          'type',
          side.token,
          `"${operator.text}" connects conditions, but this is ${kindWords[side.kind]}.`,
          'Compare it.',
        );
    const combine = operator.text === 'and' ? remainingOfBoth : remainingOfEither;
    return condition(left.token, combine(left.remaining, right.remaining));
  }

  private negation(): Operand {
    if (!this.tokens.isWord(['not'])) return this.comparison();
    const token = this.tokens.next();
    this.negation();
    return condition(token);
  }

  private comparison(): Operand {
    const left = this.sum();
    if (!this.tokens.isWord(comparisons)) return left;
    const operator = this.tokens.next();
    const rights = operator.text === 'in' ? this.listed() : [this.sum()];
    for (const right of rights) this.add(comparisonFault(left, right, this.scope.version));
    const texts = rights.flatMap(({ token }) => (token.kind === 'text' ? [literalText(token)] : []));
    const isEquality = operator.text === 'eq' || operator.text === 'in';
    const isKnown = isEquality && left.isOwnProperty === true && texts.length === rights.length;
    return condition(left.token, isKnown ? new Map([[left.token.text, texts]]) : allRemain);
  }

  /** The values after `in`. */
  private listed(): readonly Operand[] {
    if (!this.tokens.isSign('(')) return [this.primary()];
    this.tokens.skipSign('(');
    const values = [this.sum()];
    while (this.tokens.isSign(',')) {
      this.tokens.next();
      values.push(this.sum());
    }
    this.tokens.skipSign(')');
    return values;
  }

  private sum(): Operand {
    let left = this.product();
    while (this.tokens.isWord(sums)) left = this.calculated(left, () => this.product());
    return left;
  }

  private product(): Operand {
    let left = this.primary();
    while (this.tokens.isWord(products)) left = this.calculated(left, () => this.primary());
    return left;
  }

  /** Dates may be added to durations, so that only texts and conditions are wrong. */
  private calculated(left: Operand, rest: () => Operand): Operand {
    const operator = this.tokens.next();
    const right = rest();
    for (const side of [left, right])
      if (['text', 'boolean', 'record', 'list'].includes(side.kind))
        this.report(
          'type',
          side.token,
          `"${operator.text}" takes numbers, but this is ${kindWords[side.kind]}.`,
          'Use a number.',
        );
    const kind = left.kind === 'number' && right.kind === 'number' ? 'number' : 'any';
    return { kind, type: undefined, token: left.token, isLiteral: false };
  }

  private primary(): Operand {
    const token = this.tokens.next();
    switch (token.kind) {
      case 'text':
      case 'number':
      case 'date':
      case 'instant':
      case 'time':
      case 'guid':
        return { kind: token.kind, type: undefined, token, isLiteral: true };
      case 'other':
        return { kind: 'any', type: undefined, token, isLiteral: true };
      case 'value':
        return { kind: this.scope.kinds?.get(token.offset) ?? 'any', type: undefined, token, isLiteral: true };
      case 'name':
        return this.named(token);
      case 'sign':
        if (token.text !== '(') break;
        return this.inBrackets();
      case 'unknown':
      case 'end':
        break;
    }
    return this.tokens.fail('a property, a value or a function', token);
  }

  private inBrackets(): Operand {
    const inner = this.either();
    this.tokens.skipSign(')');
    return inner;
  }

  private named(token: ODataToken): Operand {
    if (token.text === 'null') return { kind: 'null', type: undefined, token, isLiteral: true };
    if (token.text === 'true' || token.text === 'false')
      return { kind: 'boolean', type: undefined, token, isLiteral: true };
    if (this.tokens.isSign('(')) return this.called(token);
    const variable = token.text === '$it' ? this.scope.record : this.variables.get(token.text);
    const first = variable ?? this.propertyOf(this.scope.record, token);
    return this.path(token, first);
  }

  /** The rest of a path: further properties, `$count`, or `any` and `all` over a list. */
  private path(token: ODataToken, first: DescribedType): Operand {
    let type = first;
    let last = token;
    while (this.tokens.isSign('/')) {
      this.tokens.next();
      last = this.tokens.next();
      if (last.kind !== 'name') this.tokens.fail('a property', last);
      if (last.text === '$count') return { kind: 'number', type: undefined, token: last, isLiteral: false };
      if (['any', 'all'].includes(last.text) && this.tokens.isSign('(')) return this.quantified(last, type);
      type = last.text.includes('.') ? unknownDescribed : this.propertyOf(type, last);
    }
    return { kind: operandKind(type), type, token: last, isLiteral: false, isOwnProperty: last === token };
  }

  /** `any(d: d/quantity gt 1)`, over the items of a list. */
  private quantified(token: ODataToken, list: DescribedType): Operand {
    this.tokens.skipSign('(');
    if (!this.tokens.isSign(')')) {
      const variable = this.tokens.next();
      this.tokens.skipSign(':');
      this.variables.set(variable.text, list.kind === 'list' ? list.items : unknownDescribed);
      this.either();
      this.variables.delete(variable.text);
    }
    this.tokens.skipSign(')');
    return condition(token);
  }

  private propertyOf(type: DescribedType, token: ODataToken): DescribedType {
    if (type.kind === 'unknown') return type;
    if (type.kind !== 'record') {
      const what = type.kind === 'list' ? 'a list: write `any` or `all`' : 'a single value';
      this.report('property', token, `"${token.text}" is read from ${what}.`, 'Remove it.');
      return unknownDescribed;
    }
    const member = type.members.get(token.text);
    if (member !== undefined) return member.type;
    if (!mayAlsoHave(type, token.text)) {
      const owner = type.name === '' ? 'The type' : shortName(type.name);
      const message = `${owner} has no property "${token.text}".`;
      this.faults.push(unknownNameFault('property', token, message, [...type.members.keys()], 'It has'));
    }
    return unknownDescribed;
  }

  private called(token: ODataToken): Operand {
    const functions = filterFunctions(this.scope.version);
    const called = ownMember(functions, token.text);
    this.tokens.skipSign('(');
    const args: Operand[] = [];
    while (!this.tokens.isSign(')')) {
      if (args.length > 0) this.tokens.skipSign(',');
      args.push(this.either());
    }
    this.tokens.skipSign(')');
    // A function of the service has the name of its namespace.
    if (called === undefined && !token.text.includes('.')) {
      const protocol = `OData ${this.scope.version}`;
      const message = `${protocol} has no function "${token.text}".`;
      this.faults.push(unknownNameFault('function', token, message, Object.keys(functions), `${protocol} has`));
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
          `"${token.text}" takes ${kindWords[wanted]} here, but this is ${kindWords[argument.kind]}.`,
          'Give another value.',
        );
    }
    return { kind: returns, type: undefined, token, isLiteral: false };
  }
}
