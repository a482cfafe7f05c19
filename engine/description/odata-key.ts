/** Keys in paths, as in `Customers(5)` and `Lines(Order='A',Line=1)` (OASIS OData 4.01, part 2, 4.3). */
import { closest } from '../diagnostics/did-you-mean.ts';
import { mayAlsoHave, type ODataVersion, type RecordType, shortName } from './model.ts';
import type { OperandKind } from './odata-functions.ts';
import { comparisonFault, faultAt, literalKind, type Operand, operandKind } from './odata-operand.ts';
import { type ODataToken, odataTokens } from './odata-tokens.ts';
import type { QueryFault } from './query-fault.ts';

interface KeyScope {
  readonly record: RecordType;
  readonly version: ODataVersion;
  /** The kinds of literals that values are written as, by the offset of the value in the text. */
  readonly kinds: ReadonlyMap<number, OperandKind>;
}

interface KeyValue {
  /** Undefined for a value without a name. */
  readonly name: ODataToken | undefined;
  readonly value: ODataToken;
}

/** The values between the brackets; undefined where the text has another form. */
export function keyValues(text: string): readonly KeyValue[] | undefined {
  const tokens = odataTokens(text);
  const values: KeyValue[] = [];
  for (let at = 0; ; at += 1) {
    const isNamed = tokens[at]?.kind === 'name' && tokens[at + 1]?.text === '=';
    const name = isNamed ? tokens[at] : undefined;
    if (isNamed) at += 2;
    const value = tokens[at];
    if (value === undefined || value.kind === 'sign' || value.kind === 'unknown' || value.kind === 'end')
      return undefined;
    values.push({ name, value });
    at += 1;
    if (tokens[at]?.kind === 'end') return values;
    if (tokens[at]?.text !== ',') return undefined;
  }
}

function valueFault({ name, value }: KeyValue, keyName: string, scope: KeyScope): QueryFault | undefined {
  const type = scope.record.members.get(keyName)?.type;
  if (type === undefined) return undefined;
  const token = name ?? { kind: 'name', text: keyName, offset: value.offset };
  const key: Operand = { kind: operandKind(type), type, token, isLiteral: false };
  const literal: Operand = { kind: literalKind(value, scope.kinds), type: undefined, token: value, isLiteral: true };
  return comparisonFault(key, literal, scope.version);
}

/** The faults of the text between the brackets of a key. Another key than that of the type is allowed, if the type has its members. */
export function keyFaults(text: string, scope: KeyScope): readonly QueryFault[] {
  const { record } = scope;
  const { key } = record;
  const values = keyValues(text);
  if (values === undefined || key.length === 0) return [];
  const owner = shortName(record.name);
  const unknown = values.flatMap(({ name }) =>
    name === undefined || record.members.has(name.text) || mayAlsoHave(record, name.text) ? [] : [name],
  );
  if (unknown.length > 0)
    return unknown.map((name) => {
      const near = closest(name.text, key);
      const hint = near === undefined ? `Its key is ${key.join(', ')}.` : `Did you mean "${near}"?`;
      return faultAt('property', name, `${owner} has no property "${name.text}".`, hint, near);
    });
  const isOtherKey = values.some(({ name }) => name !== undefined && !key.includes(name.text));
  const [first] = values;
  if (!isOtherKey && values.length !== key.length && first !== undefined)
    return [
      faultAt(
        'property',
        first.name ?? first.value,
        `The key of ${owner} has ${key.length === 1 ? 'one part' : `${key.length} parts`}, not ${values.length}.`,
        `Write ${key.length === 1 ? 'the value alone' : key.map((name) => `${name}=…`).join(',')}.`,
      ),
    ];
  return values.flatMap((one, index) => valueFault(one, one.name?.text ?? key[index] ?? '', scope) ?? []);
}
