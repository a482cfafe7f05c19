/** Verifies the properties, functions, operators and literals of an expression of OData against the type that it is evaluated over. */
import { ownMember } from '../base/members.ts';
import { type DescribedType, mayAlsoHave, type ODataVersion, shortName, unknownDescribed } from './model.ts';
import { filterFunctions, type OperandKind } from './odata-functions.ts';
import {
  comparisonFault,
  faultAt,
  isOpenKind,
  kindWords,
  literalKind,
  literalText,
  type Operand,
  operandKind,
  typeOfKind,
  unknownNameFault,
} from './odata-operand.ts';
import { parseCondition, parseOrderTerm } from './odata-parser.ts';
import type { ODataToken } from './odata-tokens.ts';
import type { ODataNode, PathSteps } from './odata-tree.ts';
import { type QueryFault, QuerySyntaxError } from './query-fault.ts';
import { allRemain, type RemainingValues, remainingOfBoth, remainingOfEither } from './remaining-values.ts';

interface ExpressionScope {
  readonly record: DescribedType;
  readonly version: ODataVersion;
  /** The kinds of literals that values are written as, by the offset of the value in the text. */
  readonly kinds?: ReadonlyMap<number, OperandKind>;
}

type NodeOf<K extends ODataNode['kind']> = Extract<ODataNode, { readonly kind: K }>;

const condition = (token: ODataToken, remaining: RemainingValues = allRemain): Operand => ({
  kind: 'boolean',
  type: undefined,
  token,
  isLiteral: false,
  remaining,
});

class ExpressionCheck {
  readonly faults: QueryFault[] = [];
  private readonly scope: ExpressionScope;
  private readonly variables = new Map<string, DescribedType>();

  constructor(scope: ExpressionScope) {
    this.scope = scope;
  }

  /** A condition, as in `$filter`. Returns what it leaves. */
  wholeCondition(node: ODataNode): RemainingValues {
    const result = this.operand(node);
    if (!isOpenKind(result.kind) && result.kind !== 'boolean')
      this.report(
        'type',
        result.token,
        `A filter is a condition, but this is ${kindWords[result.kind]}.`,
        'Compare it.',
      );
    return result.remaining ?? allRemain;
  }

  /** A value. Returns its type. */
  wholeOperand(node: ODataNode): DescribedType {
    const { kind, type } = this.operand(node);
    return type ?? typeOfKind(kind);
  }

  private add(fault: QueryFault | undefined): void {
    if (fault !== undefined) this.faults.push(fault);
  }

  private report(kind: QueryFault['kind'], token: ODataToken, message: string, hint: string): void {
    this.faults.push(faultAt(kind, token, message, hint));
  }

  /** The type of a part of the expression, after its faults are noted. */
  operand(node: ODataNode): Operand {
    switch (node.kind) {
      case 'literal':
        return this.literal(node.token);
      case 'path':
        return this.path(node.steps);
      case 'quantified':
        return this.quantified(node);
      case 'call':
        return this.called(node);
      case 'not':
        this.operand(node.inner);
        return condition(node.token);
      case 'logical':
        return this.connected(node);
      case 'comparison':
        return this.compared(node.operator, node.left, [node.right]);
      case 'in':
        return this.compared(node.operator, node.left, node.items);
      case 'arithmetic':
        return this.calculated(node);
    }
  }

  private literal(token: ODataToken): Operand {
    return { kind: literalKind(token, this.scope.kinds), type: undefined, token, isLiteral: true };
  }

  private connected({ operator, left: first, right: second }: NodeOf<'logical'>): Operand {
    const [left, right] = [this.operand(first), this.operand(second)];
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

  private compared(operator: ODataToken, first: ODataNode, others: readonly ODataNode[]): Operand {
    const left = this.operand(first);
    const rights = others.map((other) => this.operand(other));
    for (const right of rights) this.add(comparisonFault(left, right, this.scope.version));
    const texts = rights.flatMap(({ token }) => (token.kind === 'text' ? [literalText(token)] : []));
    const isEquality = operator.text === 'eq' || operator.text === 'in';
    const isKnown = isEquality && left.isOwnProperty === true && texts.length === rights.length;
    return condition(left.token, isKnown ? new Map([[left.token.text, texts]]) : allRemain);
  }

  /** Dates may be added to durations, so that only texts and conditions are wrong. */
  private calculated({ operator, left: first, right: second }: NodeOf<'arithmetic'>): Operand {
    const [left, right] = [this.operand(first), this.operand(second)];
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

  private path(steps: PathSteps): Operand {
    const last = steps.at(-1) ?? steps[0];
    if (last.text === '$count' && steps.length > 1) {
      this.typeAt(steps.slice(0, -1));
      return { kind: 'number', type: undefined, token: last, isLiteral: false };
    }
    const type = this.typeAt(steps);
    return { kind: operandKind(type), type, token: last, isLiteral: false, isOwnProperty: steps.length === 1 };
  }

  private typeAt(steps: readonly ODataToken[]): DescribedType {
    return steps.reduce<DescribedType>((type, step, index) => {
      // A cast leads to a type that is based on this one.
      if (step.text.includes('.')) return unknownDescribed;
      if (index > 0) return this.propertyOf(type, step);
      const variable = step.text === '$it' ? this.scope.record : this.variables.get(step.text);
      return variable ?? this.propertyOf(type, step);
    }, this.scope.record);
  }

  private quantified({ steps, quantifier, over }: NodeOf<'quantified'>): Operand {
    const list = this.typeAt(steps);
    if (over !== undefined) {
      this.variables.set(over.variable.text, list.kind === 'list' ? list.items : unknownDescribed);
      this.operand(over.condition);
      this.variables.delete(over.variable.text);
    }
    return condition(quantifier);
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

  private called({ token, args: nodes }: NodeOf<'call'>): Operand {
    const functions = filterFunctions(this.scope.version);
    const called = ownMember(functions, token.text);
    const args = nodes.map((node) => this.operand(node));
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

/** The faults of an expression, and what it leaves if it is a condition. */
interface CheckedExpression {
  readonly faults: readonly QueryFault[];
  readonly remaining: RemainingValues;
}

/** Checks a condition, as in `$filter`. `anyValue`, as often as the value has characters, stands for a value. */
export function checkFilter(text: string, scope: ExpressionScope): CheckedExpression {
  const check = new ExpressionCheck(scope);
  const remaining = parsed(check, () => check.wholeCondition(parseCondition(text))) ?? allRemain;
  return { faults: check.faults, remaining };
}

/** Checks a value, as in `$compute`, and returns its type. */
export function checkOperand(
  text: string,
  scope: ExpressionScope,
): { readonly faults: readonly QueryFault[]; readonly type: DescribedType } {
  const check = new ExpressionCheck(scope);
  const type = parsed(check, () => check.wholeOperand(parseCondition(text))) ?? unknownDescribed;
  return { faults: check.faults, type };
}

/** The faults of one term of `$orderby`. */
export function orderTermFaults(text: string, scope: ExpressionScope): readonly QueryFault[] {
  const check = new ExpressionCheck(scope);
  parsed(check, () => check.operand(parseOrderTerm(text).expression));
  return check.faults;
}

/** The result; undefined for a text that cannot be parsed, whose fault is noted. */
function parsed<T>({ faults }: ExpressionCheck, result: () => T): T | undefined {
  try {
    return result();
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    faults.push(error.fault);
    return undefined;
  }
}
