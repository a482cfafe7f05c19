/** Parses an expression of OData into its tree (OASIS OData 4.01, part 2, 5.1.1, and ABNF). */
import { ODataTokenReader } from './odata-token-reader.ts';
import type { ODataToken } from './odata-tokens.ts';
import type { ODataNode, OrderTerm, PathSteps } from './odata-tree.ts';

const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'has'];
const sums = ['add', 'sub'];
const products = ['mul', 'div', 'divby', 'mod'];
const constants = ['null', 'true', 'false'];

class ExpressionParser {
  private readonly tokens: ODataTokenReader;

  constructor(text: string) {
    this.tokens = new ODataTokenReader(text);
  }

  wholeCondition(): ODataNode {
    const condition = this.either();
    this.tokens.expectEnd();
    return condition;
  }

  wholeOrderTerm(): OrderTerm {
    const expression = this.sum();
    const isDescending = this.tokens.isWord(['desc']);
    if (this.tokens.isWord(['asc', 'desc'])) this.tokens.next();
    this.tokens.expectEnd('`asc`, `desc` or the end');
    return { expression, isDescending };
  }

  private either(): ODataNode {
    let left = this.both();
    while (this.tokens.isWord(['or']))
      left = { kind: 'logical', left, operator: this.tokens.next(), right: this.both() };
    return left;
  }

  private both(): ODataNode {
    let left = this.negation();
    while (this.tokens.isWord(['and']))
      left = { kind: 'logical', left, operator: this.tokens.next(), right: this.negation() };
    return left;
  }

  private negation(): ODataNode {
    if (!this.tokens.isWord(['not'])) return this.comparison();
    return { kind: 'not', token: this.tokens.next(), inner: this.negation() };
  }

  private comparison(): ODataNode {
    const left = this.sum();
    if (this.tokens.isWord(['in'])) return { kind: 'in', left, operator: this.tokens.next(), items: this.listed() };
    if (!this.tokens.isWord(comparisons)) return left;
    return { kind: 'comparison', left, operator: this.tokens.next(), right: this.sum() };
  }

  /** The values after `in`. */
  private listed(): readonly ODataNode[] {
    if (!this.tokens.isSign('(')) return [this.primary()];
    this.tokens.skipSign('(');
    const items = [this.sum()];
    while (this.tokens.isSign(',')) {
      this.tokens.next();
      items.push(this.sum());
    }
    this.tokens.skipSign(')');
    return items;
  }

  private sum(): ODataNode {
    let left = this.product();
    while (this.tokens.isWord(sums))
      left = { kind: 'arithmetic', left, operator: this.tokens.next(), right: this.product() };
    return left;
  }

  private product(): ODataNode {
    let left = this.primary();
    while (this.tokens.isWord(products))
      left = { kind: 'arithmetic', left, operator: this.tokens.next(), right: this.primary() };
    return left;
  }

  private primary(): ODataNode {
    const token = this.tokens.next();
    switch (token.kind) {
      case 'text':
      case 'number':
      case 'date':
      case 'instant':
      case 'time':
      case 'guid':
      case 'other':
      case 'value':
        return { kind: 'literal', token };
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

  private inBrackets(): ODataNode {
    const inner = this.either();
    this.tokens.skipSign(')');
    return inner;
  }

  private named(token: ODataToken): ODataNode {
    if (constants.includes(token.text)) return { kind: 'literal', token };
    if (this.tokens.isSign('(')) return this.called(token);
    return this.path(token);
  }

  private called(token: ODataToken): ODataNode {
    this.tokens.skipSign('(');
    const args: ODataNode[] = [];
    while (!this.tokens.isSign(')')) {
      if (args.length > 0) this.tokens.skipSign(',');
      args.push(this.either());
    }
    this.tokens.skipSign(')');
    return { kind: 'call', token, args };
  }

  /** The rest of a path: further properties, `$count`, or `any` and `all` over a list. */
  private path(first: ODataToken): ODataNode {
    let steps: PathSteps = [first];
    while (this.tokens.isSign('/')) {
      this.tokens.next();
      const step = this.tokens.next();
      if (step.kind !== 'name') this.tokens.fail('a property', step);
      if (['any', 'all'].includes(step.text) && this.tokens.isSign('(')) return this.quantified(steps, step);
      steps = [...steps, step];
      if (step.text === '$count') break;
    }
    return { kind: 'path', steps };
  }

  /** `any(d: d/quantity gt 1)`. */
  private quantified(steps: PathSteps, quantifier: ODataToken): ODataNode {
    this.tokens.skipSign('(');
    if (this.tokens.isSign(')')) {
      this.tokens.next();
      return { kind: 'quantified', steps, quantifier, over: undefined };
    }
    const variable = this.tokens.next();
    this.tokens.skipSign(':');
    const condition = this.either();
    this.tokens.skipSign(')');
    return { kind: 'quantified', steps, quantifier, over: { variable, condition } };
  }
}

/** Parses a condition, as in `$filter`, or a value, as in `$compute`. Throws `QuerySyntaxError`. */
export const parseCondition = (text: string): ODataNode => new ExpressionParser(text).wholeCondition();

/** Parses one term of `$orderby`. Throws `QuerySyntaxError`. */
export const parseOrderTerm = (text: string): OrderTerm => new ExpressionParser(text).wholeOrderTerm();
