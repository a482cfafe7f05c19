/** The functions that are generated for the `fields` and `codes` of a read. */
import { type Code, code, local, memberKey, memberSet } from '../emit/code.ts';
import { type Generated, generate } from '../emit/generate.ts';
import { textOf, UnknownValue, type WorkRow } from '../shape/encode.ts';
import { excessIn } from '../shape/text-limit.ts';
import { SourceError } from '../sources/source.ts';
import { type Bindings, type Expression, ExpressionError } from '../transform/expression.ts';

/** A copy of a row that the processing may change. */
export type MutableRow = Record<string, unknown>;

/** The `codes` of one field: values of the ERP and what the contract calls them. */
export interface CodeMap {
  readonly entries: Pick<ReadonlyMap<string, string>, 'get'>;
  /** Result for values without an entry; undefined: such a value is an error. */
  readonly otherwise: string | undefined;
}

/** The members of rows that do not keep all of them. */
export interface KeptMembers {
  /** Names of members that are no fields. */
  readonly names: readonly string[];
  /** Recognises values that mean "none" in this ERP: such a member or field is left out. */
  readonly isMissing: (value: unknown) => boolean;
}

/** Names of fields, with the expressions that compute them. */
export type FieldExpressions = readonly (readonly [string, Expression])[];

/**
 * Computes the fields of a row; a promise if an expression gives one. `keepsUnknown`: the value of an expression that fails is an `UnknownValue`;
 * otherwise the row cannot be used.
 */
type ComputeRow = (row: WorkRow, bindings: Bindings, keepsUnknown: boolean) => MutableRow | Promise<MutableRow>;

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isPromise = (value: unknown): value is Promise<unknown> => typeof value === 'object' && value instanceof Promise;

/** The value of a field whose row has a text that is too long. */
function exceeding(excess: string, keepsUnknown: boolean): UnknownValue {
  if (keepsUnknown) return new UnknownValue(excess);
  throw new SourceError('value', `A row of the ERP cannot be used: ${excess}.`);
}

/** The value of an evaluation; an `UnknownValue` with the reason where the expression fails and such values are kept. */
function evaluated(value: unknown, keepsUnknown: boolean): unknown {
  if (!keepsUnknown || !isPromise(value)) return value;
  return value.catch((error: unknown) => {
    if (error instanceof ExpressionError) return new UnknownValue(error.message);
    throw error;
  });
}

/** No row inherits a member with another name. A field that is a member of the row needs no evaluation. */
const memberOf = ({ bareName }: Expression): string | undefined =>
  bareName !== undefined && !(bareName in Object.prototype) ? bareName : undefined;

function evaluation(expression: Expression): Code {
  const member = memberOf(expression);
  if (member !== undefined) return code`row[${member}]`;
  const value = code`${evaluated}(${expression}.evaluate(row, bindings), keepsUnknown)`;
  return code`excess === undefined ? ${value} : ${exceeding}(excess, keepsUnknown)`;
}

/** Sets the fields of a row that keeps all members. It is copied only if a field is an object or a list, which may contain the row itself. */
function settingCode(names: readonly string[], values: readonly Code[]): Code {
  const scalar = values.map((value) => code` && ${isScalar}(${value})`);
  const sets = names.map((name, at) => code`\n    ${memberSet(code`changed`, name, code`${values[at]}`)};`);
  return code`
    const changed = true${scalar} ? row : { ...row };${sets}
    return changed;`;
}

/** Makes a row without the members whose value is missing. V8 keeps all members of an object that is made at once in the object. */
function makingCode(names: readonly string[], values: readonly Code[], isMissing: KeptMembers['isMissing']): Code {
  const missing = values.map((value) => code` || ${isMissing}(${value})`);
  const all = names.map((name, at) => code`${memberKey(name)}: ${values[at]}, `);
  const some = names.map(
    (name, at) => code`\n    if (!${isMissing}(${values[at]})) ${memberSet(code`result`, name, code`${values[at]}`)};`,
  );
  return code`
    if (!(false${missing})) return { ${all} };
    const result = {};${some}
    return result;`;
}

/** Expressions see no field of each other: the members of a row are set when all values are known. */
function computeCode(fields: FieldExpressions, kept: KeptMembers | undefined): Code {
  const keptNames = kept?.names ?? [];
  const names = [...keptNames, ...fields.map(([name]) => name)];
  const values = names.map((_, at) => local(at));
  const list = values.map((value) => code`${value}, `);
  const computed = [
    ...keptNames.map((name) => code`row[${name}]`),
    ...fields.map(([, expression]) => evaluation(expression)),
  ];
  const isPlain = fields.every(([, expression]) => memberOf(expression) !== undefined);
  const constants = computed.map((value, at) => code`\n    const ${values[at]} = ${value};`);
  const waiting = values.map((value) => code` || ${isPromise}(${value})`);
  const finish = kept === undefined ? settingCode(names, values) : makingCode(names, values, kept.isMissing);
  return code`(() => {
  const finish = (row, ${list}) => {${finish}
  };
  return function computeRow(row, bindings, keepsUnknown) {
    const excess = ${isPlain ? code`undefined` : code`${excessIn}(row)`};${constants}
    return false${waiting} ? Promise.all([${list}]).then((all) => finish(row, ...all)) : finish(row, ${list});
  };
})()`;
}

export interface ComputePlan {
  readonly row: Generated<ComputeRow>;
  /** Whether it gives new rows. Otherwise it changes them. */
  readonly makesRows: boolean;
}

/** Computes the fields of rows that keep all members, or only those of `kept`. Undefined: there is nothing to compute. */
export function computePlan(fields: FieldExpressions, kept: KeptMembers | undefined): ComputePlan | undefined {
  if (fields.length === 0 && kept === undefined) return undefined;
  return { row: generate(() => computeCode(fields, kept)), makesRows: kept !== undefined };
}

/** Characters of an unknown code in a message. */
const shownCode = 100;

function mapped(map: CodeMap, value: unknown): unknown {
  const text = textOf(value);
  if (text === undefined) return value;
  const entry = map.entries.get(text) ?? map.otherwise;
  return (
    entry ?? new UnknownValue(`\`codes\` have no entry for ${JSON.stringify(text.slice(0, shownCode))}, and no else`)
  );
}

/** Replaces the codes of the ERP in a row by those of the contract, in place. */
export function mapCodes(codes: readonly (readonly [string, CodeMap])[]): Generated<(row: MutableRow) => void> {
  const member = ([field, map]: (typeof codes)[number]): Code => code`
  if (row[${field}] !== undefined) row[${field}] = ${mapped}(${map}, row[${field}]);`;
  return generate(() => code`function mapCodes(row) {${codes.map(member)}\n}`);
}

/** Sets the joined rows in a row. */
export const joinRows = (name: string): Generated<(row: MutableRow, joined: unknown) => void> =>
  generate(() => code`function joinRows(row, joined) {\n  ${memberSet(code`row`, name, code`joined`)};\n}`);
