/** Checks expressions of OData: their properties, functions, operators and literals against the type that they are evaluated over. */
import { type DescribedType, unknownDescribed } from './model.ts';
import { ExpressionParser, type ExpressionScope } from './odata-expression-parser.ts';
import { type QueryFault, QuerySyntaxError } from './query-fault.ts';
import { allRemain, type RemainingValues } from './remaining-values.ts';

/** The faults of an expression, and what it leaves if it is a condition. */
interface CheckedExpression {
  readonly faults: readonly QueryFault[];
  readonly remaining: RemainingValues;
}

/** Checks a condition, as in `$filter`. `anyValue`, as often as the value has characters, stands for a value. */
export function checkFilter(text: string, scope: ExpressionScope): CheckedExpression {
  const parser = new ExpressionParser(text, scope);
  let remaining = allRemain;
  const syntax = syntaxFaults(() => {
    remaining = parser.wholeCondition();
  });
  return { faults: [...parser.faults, ...syntax], remaining };
}

/** Checks a value, as in `$compute`, and returns its type. */
export function checkOperand(
  text: string,
  scope: ExpressionScope,
): { readonly faults: readonly QueryFault[]; readonly type: DescribedType } {
  const parser = new ExpressionParser(text, scope);
  let type: DescribedType = unknownDescribed;
  const syntax = syntaxFaults(() => {
    type = parser.wholeOperand();
  });
  return { faults: [...parser.faults, ...syntax], type };
}

/** The faults of one term of `$orderby`. */
export function orderTermFaults(text: string, scope: ExpressionScope): readonly QueryFault[] {
  const parser = new ExpressionParser(text, scope);
  const syntax = syntaxFaults(() => parser.wholeOrderTerm());
  return [...parser.faults, ...syntax];
}

/** Parses, and returns the fault of syntax that has ended it. */
function syntaxFaults(parse: () => void): readonly QueryFault[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (error instanceof QuerySyntaxError) return [error.fault];
    throw error;
  }
}
