/** Checks the columns of an answer's rows against the fields of the contract. */

import type { Field, Fields } from '../../base/contract.ts';
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import type { Finding } from '../../diagnostics/reporter.ts';
import type { BranchSpec } from '../../profile/schema/index.ts';
import type { OutputColumn } from '../../sources/source.ts';
import type { CompileContext } from '../context/context.ts';
import { memberCoordinate } from '../context/contract-coordinate.ts';
import { substituteText } from '../context/optional-fields.ts';
import { checkSpelling } from '../expressions/code-map.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { fieldWords, keyTypeFinding, mismatch } from './column-types.ts';
import { columnAt } from './reported-columns.ts';

/** A query with its text, so that a finding can point at a column. */
export interface QueryText {
  readonly path: Path;
  readonly text: string;
  /** What is known of the values of its columns, except those that `fields` or `codes` change. */
  readonly values: readonly OutputColumn[];
}

/** A branch of the read, with the columns of its processed rows. */
interface AnswerBranch {
  readonly query: QueryText;
  readonly columns: readonly string[];
}

interface AnswerColumns {
  /** Location of findings about all branches together. */
  readonly path: Path;
  readonly branches: readonly AnswerBranch[];
  /** Whether these are all branches: only then is it known that nothing provides a field. */
  readonly complete: boolean;
  readonly fields: Fields;
  /** Names under `fields`. Those that the contract does not have are reported there. */
  readonly computed: readonly string[];
  /** Fields that something else provides. */
  readonly provided: readonly string[];
}

/** Reports columns that the contract does not have. Returns the fields that they probably mean. */
function checkUnknown(
  context: CompileContext,
  { query, columns }: AnswerBranch,
  { fields, computed }: AnswerColumns,
  target: ReadTarget,
): readonly (string | undefined)[] {
  const columnNames = [...Object.keys(fields), ...target.extra];
  const open = columnNames.filter((name) => !columns.includes(name));
  const unknown = columns.filter(
    (name) =>
      !name.startsWith('_') &&
      !columnNames.includes(name) &&
      !columnNames.some((field) => name.startsWith(`${field}.`)),
  );
  const suggestions = unknown.map((column) => closest(column, open));
  for (const [index, column] of unknown.entries()) {
    if (computed.includes(column)) continue;
    const near = suggestions[index];
    const hint =
      near === undefined
        ? `${open.length > 0 ? `Fields without a column: ${open.join(', ')}.` : suggest(column, columnNames)} The name of a helper column begins with _.`
        : `Did you mean "${near}"? The name of a helper column begins with _.`;
    const message = `The contract has no field "${column}" here.`;
    context.report('MAP258', { ...columnAt(query, column), message, hint, coordinate: target.coordinate });
  }
  // The hint about the only unknown column names the only open field.
  return unknown.length === 1 && open.length === 1 ? open : suggestions;
}

/** Reports a required field that not every row has. */
export function reportMissing(
  context: CompileContext,
  name: string,
  at: Pick<Finding, 'path' | 'range'>,
  hint: string,
  target: ReadTarget,
): void {
  context.report('MAP252', {
    ...at,
    message: `Nothing provides the field "${name}", which the contract requires in every answer.`,
    hint,
    coordinate: memberCoordinate(target.coordinate, name),
  });
}

/** A field that an answer may lack. */
interface OptionalField {
  readonly name: string;
  readonly field: Field;
  /** Whether a row provides it. */
  readonly isGiven: boolean;
  readonly target: Pick<ReadTarget, 'absent' | 'coordinate'>;
}

/** Compares an optional field with `absent`: reports one that is declared absent but provided, and one that is not mentioned at all. */
export function checkOptionalField(
  context: CompileContext,
  path: Path,
  { name, field, isGiven, target }: OptionalField,
): void {
  const { absent } = target;
  const whole = `${absent?.prefix ?? ''}${name}`;
  const declared = absent?.declared.get(whole);
  const coordinate = memberCoordinate(target.coordinate, name);
  if (declared !== undefined && isGiven) {
    const message = `The field "${whole}" is declared absent, but the profile provides it.`;
    const hint = 'Remove one of the two; if the field is absent in some versions only, say so with `when`.';
    context.report('MAP282', { path: declared, key: true, message, hint, coordinate });
  } else if (declared === undefined && !isGiven) {
    const message = `Nothing provides the field "${name}", and the profile does not say why: every answer ${substituteText(field) ?? ''}.`;
    const hint = `Provide it, or declare why this ERP has none: absent: { ${whole}: the reason }.`;
    context.report('MAP281', { path, severity: 'warning', message, hint, coordinate });
  }
}

/**
 * Checks the columns of an answer's rows: every field of the contract is provided or declared absent, every column is a field, and every
 * column can have a value of its field. A misspelt column is reported once.
 */
export function checkColumns(context: CompileContext, answer: AnswerColumns, target: ReadTarget): void {
  const { fields, branches, provided, complete } = answer;
  const [only] = branches;
  const path = only !== undefined && branches.length === 1 ? only.query.path : answer.path;
  const compared = branches.map((branch) => ({ ...branch, meant: checkUnknown(context, branch, answer, target) }));
  const without = (name: string) =>
    compared.filter(({ columns, meant }) => !columns.includes(name) && !meant.includes(name));
  for (const [name, field] of Object.entries(fields)) {
    if (provided.includes(name)) continue;
    const lacking = without(name);
    const isGiven = lacking.length < branches.length;
    if (substituteText(field) !== undefined) {
      if (complete || isGiven) checkOptionalField(context, path, { name, field, isGiven, target });
    } else if (lacking.length > 0) {
      // One finding where no branch provides the field, else one per branch that does not.
      const places = lacking.length === branches.length ? [path] : lacking.map(({ query }) => query.path);
      const hint = `Select it AS ${name}, or compute it under \`fields\`.`;
      for (const at of places) reportMissing(context, name, { path: at }, hint, target);
    }
  }
  for (const { query } of branches) checkTypes(context, query, fields, target);
  if (target.extra.includes('key') && without('key').length > 0) {
    const hint = 'Select the column that holds the key AS key: the engine compares it exactly.';
    context.report('MAP255', { path, message: '`find` returns no column "key".', hint });
  }
  if (target.extra.includes('key')) for (const { query } of branches) checkKeyType(context, query);
}

/** Reports a column `key` that is no text, so that it never equals some keys. */
function checkKeyType(context: CompileContext, query: QueryText): void {
  const key = query.values.find(({ name }) => name.toLowerCase() === 'key');
  if (key?.type === undefined || key.type === 'text') return;
  context.report('MAP288', { ...columnAt(query, 'key'), severity: 'warning', ...keyTypeFinding(key.type) });
}

/** Reports columns that can never have a value of their field. */
function checkTypes(context: CompileContext, query: QueryText, fields: Fields, target: ReadTarget): void {
  for (const value of query.values) {
    const field = ownMember(fields, value.name);
    if (value.literal !== undefined) checkSpelling(context, columnAt(query, value.name), value.literal, field);
    if (value.isBinary === true && field?.type === 'decimal')
      reportBinary(context, query, value.name, memberCoordinate(target.coordinate, value.name));
    const reason = field && mismatch(field, value);
    if (field === undefined || reason === undefined) continue;
    context.report('MAP275', {
      ...columnAt(query, value.name),
      message: `The field "${value.name}" must be ${fieldWords(field)}, but this column never is: ${reason}.`,
      hint: 'Select another column, or compute the field under `fields` or `codes`.',
      coordinate: memberCoordinate(target.coordinate, value.name),
    });
  }
}

/** Reports an amount or quantity that the database computes in binary floating point. */
export function reportBinary(
  context: CompileContext,
  query: Pick<QueryText, 'path' | 'text'>,
  name: string,
  coordinate: string,
): void {
  context.report('SQL429', {
    ...columnAt(query, name),
    severity: 'warning',
    message: `The database computes "${name}" in binary floating point: a difference of equal amounts can be 0.00000000000000006 instead of 0.`,
    hint: 'Cast the result to a decimal with the digits that the ERP uses: CAST(... AS DECIMAL(19, 4)).',
    coordinate,
  });
}

/** What is known of the columns that neither `fields` nor `codes` changes. */
export function unmapped(
  values: readonly OutputColumn[],
  spec: Pick<BranchSpec, 'fields' | 'codes'>,
): readonly OutputColumn[] {
  return values.filter(({ name }) => spec.fields?.[name] === undefined && spec.codes?.[name] === undefined);
}
