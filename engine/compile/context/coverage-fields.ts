/** Coverage of answers: each field is a point that test cases cover when an answer has a value of the ERP in it. */
import type { Endpoint, Fields } from '../../base/contract.ts';
import type { Mark } from '../../base/coverage.ts';
import type { Path } from '../../base/place.ts';
import type { ProfileLocation } from '../../diagnostics/reporter.ts';
import { isRow, type ObjectEncoder, objectEncoder, objectWriter } from '../../shape/encode.ts';
import type { CompileContext } from './context.ts';

/** Calls `visit` for each key and text below a value, in their order. */
function walk(value: unknown, path: Path, visit: (path: Path, text: string | undefined) => void): void {
  if (typeof value === 'string') visit(path, value);
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...path, index], visit);
  else if (isRow(value)) {
    for (const [key, item] of Object.entries(value)) {
      visit([...path, key], undefined);
      walk(item, [...path, key], visit);
    }
  }
}

/** The location at which a part of the profile provides a field: a key under `fields` or a column's name, else any mention of the word. */
function spotIn(value: unknown, path: Path, name: string): ProfileLocation | undefined {
  const word = `(?<![\\w$.:])${name}(?!\\w)`;
  const column = new RegExp(`\\bAS\\s+["'\`[]?(?=${word})`, 'i');
  let given: ProfileLocation | undefined;
  let named: ProfileLocation | undefined;
  walk(value, path, (at, text) => {
    if (text === undefined) {
      const isField = at.at(-2) === 'fields' && String(at.at(-1)).split('.')[0] === name;
      if (isField) given ??= { path: at, key: true };
      return;
    }
    const columnMatch = column.exec(text);
    if (columnMatch !== null)
      given ??= { path: at, range: { offset: columnMatch.index + columnMatch[0].length, length: name.length } };
    const mention = at.includes('codes') ? null : new RegExp(word, 'i').exec(text);
    if (mention !== null) named ??= { path: at, range: { offset: mention.index, length: name.length } };
  });
  return given ?? named;
}

/** The location at which the profile provides a field of an endpoint. `list`: the list that contains the field. */
function locationOf(
  { profile }: CompileContext,
  path: Path,
  name: string,
  list: string | undefined,
): ProfileLocation | undefined {
  const spec = profile.endpoints[String(path[1])];
  if (list !== undefined && spec?.statement !== undefined)
    return spotIn(spec.statement.entries, [...path, 'statement', 'entries'], name);
  const inner = list === undefined ? undefined : spec?.attach?.[list];
  return (
    spotIn(inner, [...path, 'attach', list ?? ''], name) ??
    spotIn(spec, path, name) ??
    spotIn(profile.parts, ['parts'], name)
  );
}

interface FieldMark {
  readonly name: string;
  readonly mark: Mark | undefined;
  readonly items: readonly FieldMark[];
}

/** Whether the ERP has a value for the field, rather than a substitute of the engine. */
const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '');

function markRow(marks: readonly FieldMark[], row: unknown): void {
  if (!isRow(row)) return;
  for (const { name, mark, items } of marks) {
    const value = row[name];
    if (items.length === 0) {
      if (isPresent(value)) mark?.();
    } else for (const item of Array.isArray(value) ? value : [value]) markRow(items, item);
  }
}

/**
 * The encoder of an endpoint's answers. Where coverage is measured, it marks the fields with a value; optional ones count only where the profile mentions
 * them, and those that it declares `absent` for every version of the ERP do not count.
 */
export function answerEncoder(
  context: CompileContext,
  path: Path,
  { answer }: Endpoint,
  fields: Fields,
): ObjectEncoder {
  const { cover } = context;
  const writer = objectWriter(fields);
  context.onFunction?.({ path, key: true }, 'Writes a row of the answer as JSON', writer);
  const encode = objectEncoder(fields, writer);
  if (cover === undefined) return encode;
  const absent = context.profile.endpoints[String(path[1])]?.absent ?? {};
  const marksOf = (fields: Fields, above: string, list: string | undefined): readonly FieldMark[] =>
    Object.entries(fields).map(([name, field]) => {
      if (field.type === 'list')
        return { name, mark: undefined, items: marksOf(field.items, `${above}${name}[].`, name) };
      const isConstant = answer.kind === 'write' && Object.hasOwn(answer.constants, name);
      const location = isConstant ? undefined : locationOf(context, path, name, list);
      const isAbsent = typeof absent[list === undefined ? name : `${list}.${name}`] === 'string';
      const counts = !isAbsent && (location !== undefined || (field.required && !isConstant));
      const what = `${String(path[1])} -> ${above}${name}`;
      return { name, mark: counts ? cover('field', location ?? { path, key: true }, what) : undefined, items: [] };
    });
  const marks =
    answer.kind === 'rows'
      ? marksOf(answer.row, `${answer.property}[].`, undefined)
      : marksOf(answer.fields, '', undefined);
  return (row, encoding) => {
    const encoded = encode(row, encoding);
    if (encoded.ok) markRow(marks, row);
    return encoded;
  };
}
