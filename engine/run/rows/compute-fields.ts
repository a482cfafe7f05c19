/** The part of row processing that runs after all reads are joined: the condition, `fields` and `codes`. */
import { setImmediate } from 'node:timers/promises';
import { eachInTurns, isInterval, Turn } from '../../base/turn.ts';
import { type Code, code, local, memberKey } from '../../emit/code.ts';
import { type Generated, generate, madeOnce } from '../../emit/generate.ts';
import type { CodeMap, KeptMembers, MutableRow, RowProcessing } from '../../plan/row-processing.ts';
import { textOf, UnknownValue, type WorkRow } from '../../shape/encode.ts';
import { excessIn } from '../../shape/text-limit.ts';
import { SourceError } from '../../sources/source.ts';
import type { Bindings, Expression } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';
import { valueOrUnknown } from './value-or-unknown.ts';

/** Yields to the event loop after every 50 items: an embedded database never waits, so that a long list would block all other requests. */
export async function yieldRegularly(index: number): Promise<void> {
  if (isInterval(index)) await setImmediate();
}

/** Characters of an unknown code in a message. */
const shownCode = 100;

function mapped(map: CodeMap, value: unknown): unknown {
  const code = textOf(value);
  if (code === undefined) return value;
  const entry = map.entries.get(code) ?? map.otherwise;
  return (
    entry ?? new UnknownValue(`\`codes\` have no entry for ${JSON.stringify(code.slice(0, shownCode))}, and no else`)
  );
}

/** Replaces codes of the ERP by those of the contract, in place. Yields to other requests between rows. */
export const mapCodes = (codes: RowProcessing['codes'], rows: readonly MutableRow[]): Promise<void> =>
  eachInTurns(rows, codesOf(codes).run);

const codesOf = madeOnce((codes: RowProcessing['codes']): Generated<(row: MutableRow) => void> => {
  const member = ([field, map]: (typeof codes)[number]): Code => code`
  if (row[${field}] !== undefined) row[${field}] = ${mapped}(${map}, row[${field}]);`;
  return generate(() => code`function mapCodes(row) {${codes.map(member)}\n}`);
});

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isPromise = (value: unknown): value is Promise<unknown> => typeof value === 'object' && value instanceof Promise;

/** Computes the fields of a row; a promise if an expression gives one. */
type ComputeRow = (row: WorkRow, bindings: Bindings) => MutableRow | Promise<MutableRow>;

/** The value of a field whose row has a text that is too long. */
function fail(excess: string): never {
  throw new SourceError('value', `A row of the ERP cannot be used: ${excess}.`);
}
const unknown = (excess: string): UnknownValue => new UnknownValue(excess);

/** No row inherits a member with another name. A field that is a member of the row needs no evaluation. */
const memberOf = ({ bareName }: Expression): string | undefined =>
  bareName !== undefined && !(bareName in Object.prototype) ? bareName : undefined;

function evaluation(expression: Expression, keepsUnknown: boolean): Code {
  const member = memberOf(expression);
  if (member !== undefined) return code`row[${member}]`;
  const value = code`${expression}.evaluate(row, bindings)`;
  return keepsUnknown
    ? code`excess === undefined ? ${valueOrUnknown}(${value}) : ${unknown}(excess)`
    : code`excess === undefined ? ${value} : ${fail}(excess)`;
}

/** Sets the fields of a row that keeps all members. It is copied only if a field is an object or a list, which may contain the row itself. */
function settingCode(names: readonly string[], values: readonly Code[]): Code {
  const scalar = values.map((value) => code` && ${isScalar}(${value})`);
  const sets = names.map((name, at) => code`\n    changed[${name}] = ${values[at]};`);
  return code`
    const changed = true${scalar} ? row : { ...row };${sets}
    return changed;`;
}

/** Makes a row without the members whose value is missing. V8 keeps all members of an object that is made at once in the object. */
function makingCode(names: readonly string[], values: readonly Code[], isMissing: KeptMembers['isMissing']): Code {
  const missing = values.map((value) => code` || ${isMissing}(${value})`);
  const all = names.map((name, at) => code`${memberKey(name)}: ${values[at]}, `);
  const some = names.map((name, at) => code`\n    if (!${isMissing}(${values[at]})) result[${name}] = ${values[at]};`);
  return code`
    if (!(false${missing})) return { ${all} };
    const result = {};${some}
    return result;`;
}

/** Expressions see no field of each other: the members of a row are set when all values are known. */
function computeCode(fields: RowProcessing['fields'], kept: KeptMembers | undefined, keepsUnknown: boolean): Code {
  const keptNames = kept?.names ?? [];
  const names = [...keptNames, ...fields.map(([name]) => name)];
  const values = names.map((_, at) => local(at));
  const list = values.map((value) => code`${value}, `);
  const computed = [
    ...keptNames.map((name) => code`row[${name}]`),
    ...fields.map(([, expression]) => evaluation(expression, keepsUnknown)),
  ];
  const isPlain = fields.every(([, expression]) => memberOf(expression) !== undefined);
  const constants = computed.map((value, at) => code`\n  const ${values[at]} = ${value};`);
  const waiting = values.map((value) => code` || ${isPromise}(${value})`);
  const finish = kept === undefined ? settingCode(names, values) : makingCode(names, values, kept.isMissing);
  return code`(() => {
  const finish = (row, ${list}) => {${finish}
  };
  return function computeRow(row, bindings) {
  const excess = ${isPlain ? code`undefined` : code`${excessIn}(row)`};${constants}
  return false${waiting} ? Promise.all([${list}]).then((all) => finish(row, ...all)) : finish(row, ${list});
  };
})()`;
}

const strict = madeOnce(
  (fields: RowProcessing['fields'], kept: KeptMembers | undefined): Generated<ComputeRow> =>
    generate(() => computeCode(fields, kept, false)),
);
const lenient = madeOnce(
  (fields: RowProcessing['fields'], kept: KeptMembers | undefined): Generated<ComputeRow> =>
    generate(() => computeCode(fields, kept, true)),
);

/**
 * Rows with their fields: the same rows, or new ones where `kept` defines their other members. Only an expression that is not compiled costs a
 * promise for each row.
 */
export async function computeFields(
  { fields, kept }: Pick<RowProcessing, 'fields' | 'kept'>,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const { run } = (context.keepsUnknown === true ? lenient : strict)(fields, kept);
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const results: MutableRow[] = [];
  // No iterator: V8 keeps one in an asynchronous function, and its result for each row.
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) break;
    if (turn.isOver(at)) await turn.next();
    const result = run(row, bindings);
    results.push(isPromise(result) ? await result : result);
  }
  return results;
}

/** The rows that satisfy the condition; all if there is none. */
export async function filterRows<Row extends WorkRow>(
  where: Expression | undefined,
  rows: readonly Row[],
  context: RunContext,
): Promise<readonly Row[]> {
  if (where === undefined) return rows;
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const matching: Row[] = [];
  for (const [index, row] of rows.entries()) {
    if (turn.isOver(index)) await turn.next();
    const holds = where.evaluate(row, bindings);
    if (holds instanceof Promise ? await holds : holds) matching.push(row);
  }
  return matching;
}
