/** The columns of an answer's rows, held against the contract. */
import type { Field, Fields } from '../contract.ts';
import { closest } from '../diagnostics/closest.ts';
import type { BranchSpec } from '../profile/schema/index.ts';
import type { OutputColumn } from '../sources/source.ts';
import { mismatch, wanted } from './column-types.ts';
import { columnAt } from './columns.ts';
import { type CompileContext, type Path, suggest } from './context.ts';
import { memberOf } from './coordinate.ts';
import type { ReadTarget } from './shape.ts';

/** A query of the read with its text, so that a column can be pointed at. */
export interface QueryText {
  readonly path: Path;
  readonly text: string;
  /** What is known of the values of its columns, less those that `fields` or `codes` make into something else. */
  readonly values: readonly OutputColumn[];
}

export interface AnswerColumns {
  /** What is pointed at when nothing nearer is wrong. */
  readonly path: Path;
  readonly queries: readonly QueryText[];
  readonly fields: Fields;
  readonly columns: readonly string[];
  /** Names that `fields` of the profile gives; those that the contract does not know are reported there. */
  readonly computed: readonly string[];
  /** Fields that something else provides. */
  readonly provided: readonly string[];
}

/** A field that an answer can be formed without. */
function optional(field: Field): boolean {
  if (!field.required || field.nullable === true || field.type === 'list') return true;
  return (field.type === 'text' || field.type === 'date') && field.fallback !== undefined;
}

function placeOf(answer: AnswerColumns, column: string): ReturnType<typeof columnAt> {
  const places = answer.queries.map((query) => columnAt(query, column));
  return places.find(({ range }) => range !== undefined) ?? { path: answer.path };
}

/** Reports columns that the contract does not know, and fields that nothing gives; a misspelt one is reported once. */
export function checkColumns(context: CompileContext, answer: AnswerColumns, target: ReadTarget): void {
  const { fields, columns, path, provided, computed } = answer;
  const known = [...Object.keys(fields), ...target.extra];
  const open = known.filter((name) => !columns.includes(name));
  const unknown = columns.filter(
    (name) => !name.startsWith('_') && !known.includes(name) && !known.some((field) => name.startsWith(`${field}.`)),
  );
  const meant = unknown.map((column) => closest(column, open));
  for (const [index, column] of unknown.entries()) {
    if (computed.includes(column)) continue;
    const near = meant[index];
    const hint =
      near === undefined
        ? `${open.length > 0 ? `Still without a column: ${open.join(', ')}.` : suggest(column, known)} A column for work begins with _.`
        : `Did you mean "${near}"? A column for work begins with _.`;
    const message = `The contract has no field "${column}" here.`;
    context.report('MAP258', { ...placeOf(answer, column), message, hint, coordinate: target.coordinate });
  }
  for (const [name, field] of Object.entries(fields)) {
    if (columns.includes(name) || provided.includes(name) || optional(field) || meant.includes(name)) continue;
    const coordinate = memberOf(target.coordinate, name);
    const message = `Nothing gives the field "${name}", which the contract requires in every answer.`;
    context.report('MAP252', { path, message, hint: `Select it AS ${name}, or give it under \`fields\`.`, coordinate });
  }
  for (const query of answer.queries) checkTypes(context, query, fields, target);
  if (target.extra.includes('key') && !columns.includes('key') && !meant.includes('key')) {
    const hint = 'Select the column that holds the key AS key: the engine compares it exactly.';
    context.report('MAP255', { path, message: '`find` gives no column "key".', hint });
  }
}

/** Reports columns whose values can never be what their field wants. */
function checkTypes(context: CompileContext, query: QueryText, fields: Fields, target: ReadTarget): void {
  for (const value of query.values) {
    const field = Object.hasOwn(fields, value.name) ? fields[value.name] : undefined;
    const reason = field && mismatch(field, value);
    if (field === undefined || reason === undefined) continue;
    context.report('MAP275', {
      ...columnAt(query, value.name),
      message: `The field "${value.name}" wants ${wanted(field)}, and this column can never be one: ${reason}.`,
      hint: 'Select another column, or give the field under `fields` or `codes`.',
      coordinate: memberOf(target.coordinate, value.name),
    });
  }
}

/** Values of columns that nothing makes into something else after the query. */
export function unmapped(
  values: readonly OutputColumn[],
  spec: Pick<BranchSpec, 'fields' | 'codes'>,
): readonly OutputColumn[] {
  return values.filter(({ name }) => spec.fields?.[name] === undefined && spec.codes?.[name] === undefined);
}
