/** Compiles the limits of a write's request values: `lengths` of texts, `digits` of numbers, and the check of `amounts`. */
import type { Answer, Endpoint, Field, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { AmountsPlan, ColumnLimit } from '../../plan/write.ts';
import type { AmountsSpec, EndpointSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';

const texts: readonly Field['type'][] = ['text', 'id'];
const numbers: readonly Field['type'][] = ['decimal', 'integer'];

/** Paths of the fields of these types: `poNumber`, `lines.sku`. */
function pathsOf(fields: Fields, types: readonly Field['type'][]): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.type === 'list') return pathsOf(field.items, types).map((inner) => `${name}.${inner}`);
    return types.includes(field.type) ? [name] : [];
  });
}

/** The limits of the ERP's columns. Fields that the request does not have are reported. */
export function limitsOf(
  context: CompileContext,
  path: Path,
  spec: EndpointSpec,
  endpoint: Endpoint,
): readonly ColumnLimit[] {
  const check = (key: 'lengths' | 'digits', name: string, types: readonly Field['type'][], what: string) => {
    const requestPaths = pathsOf(endpoint.request, types);
    if (requestPaths.includes(name)) return;
    context.report('MAP264', {
      path: [...path, key, name],
      key: true,
      message: `The request has no ${what} "${name}".`,
      ...suggestion(name, requestPaths),
    });
  };
  const lengths = Object.entries(spec.lengths ?? {}).map(([name, max]): ColumnLimit => {
    check('lengths', name, texts, 'text');
    return { path: name.split('.'), kind: 'text', max };
  });
  const digits = Object.entries(spec.digits ?? {}).map(([name, [precision, scale]]): ColumnLimit => {
    check('digits', name, numbers, 'number');
    return { path: name.split('.'), kind: 'number', precision, scale };
  });
  return [...lengths, ...digits];
}

/** The request fields, in which decimals that `digits` allows no decimals for are integers. */
export function withIntegers(request: Fields, digits: EndpointSpec['digits'] = {}): Fields {
  const whole = (name: string): boolean => digits[name]?.[1] === 0;
  const within = (fields: Fields, above: string): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]): [string, Field] => {
        const path = `${above}${name}`;
        if (field.type === 'list') return [name, { ...field, items: within(field.items, `${path}.`) }];
        return [name, field.type === 'decimal' && whole(path) ? { ...field, type: 'integer' } : field];
      }),
    );
  return within(request, '');
}

/** How the amounts of a request are checked and completed; undefined where its lines have none. */
export function amountsOf(
  context: CompileContext,
  spec: AmountsSpec | undefined,
  answer: Extract<Answer, { kind: 'write' }>,
): AmountsPlan | undefined {
  if (answer.amounts === undefined) return undefined;
  return {
    lineAmounts: answer.amounts,
    currencies: context.contract.currencies,
    wholeUnits: spec?.decimals === 'currency',
    onDifference: spec?.differing ?? 'log',
  };
}
