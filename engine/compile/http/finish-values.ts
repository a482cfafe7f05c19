/** Conversion of an ERP's JSON values after `fields` are computed: removes values that mean "none", parses times, joins composite ids. */

import type { Path } from '../../base/place.ts';
import { computePlan, type MutableRow } from '../../plan/compute-row.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { HttpSourceSpec } from '../../profile/schema/index.ts';
import { computesFields, finishRow } from '../columns/finish-row.ts';
import { absence, compositesOf } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { idOfField } from '../context/ids.ts';
import type { ReadTarget } from '../names/read-target.ts';

type Spec = { readonly [key in 'fields' | 'attach' | 'each']?: Readonly<Record<string, unknown>> | undefined };

/** The columns of a read with `fields`: these and the joined ones, and no others that the ERP sends. Undefined without `fields`. */
export function givenNames({ fields, attach, each }: Spec): readonly string[] | undefined {
  return fields && [...new Set([...Object.keys(attach ?? {}), ...Object.keys(each ?? {}), ...Object.keys(fields)])];
}

/** The processing of rows of an HTTP source, which ends with the conversion of their values. With `fields`, rows have the given names and no others. */
export function finished(
  context: CompileContext,
  source: HttpSourceSpec,
  target: Pick<ReadTarget, 'fields'>,
  spec: Spec | undefined,
  { path, plan }: { readonly path: Path; readonly plan: RowProcessing },
): RowProcessing {
  const names = spec && givenNames(spec);
  if (names === undefined) return { ...plan, finish: finisher(context, source, target, undefined) };
  const computed = Object.keys(spec?.fields ?? {});
  const kept = { names: names.filter((name) => !computed.includes(name)), isMissing: missingValue(source) };
  const compute = computePlan(plan.fields, kept);
  const finish = converter(context, source, target, names);
  const at = { path: [...path, 'fields'], key: true };
  if (compute !== undefined) context.onFunction?.(at, computesFields, compute.row);
  if (finish !== undefined) context.onFunction?.(at, 'Converts times and joins composite ids', finish);
  return { ...plan, compute, finish };
}

/** Recognises a scalar that means "none" in the ERP. */
function missingValue(source: HttpSourceSpec): (value: unknown) => boolean {
  const isAbsent = absence(source.absent ?? []);
  return (value) => (typeof value !== 'object' || value === null) && isAbsent(value);
}

/** The conversion of one row. `names`: its columns; undefined: all that it has. A row without one of them is copied, any other changed. */
export function finisher(
  context: CompileContext,
  source: HttpSourceSpec,
  target: Pick<ReadTarget, 'fields'>,
  names: readonly string[] | undefined,
): NonNullable<RowProcessing['finish']> {
  const isMissing = missingValue(source);
  const convert = converter(context, source, target, names);
  return {
    run: (row) => {
      const columns = names ?? Object.keys(row);
      const present = columns.some((name) => isMissing(row[name])) ? withoutMissing(row, columns, isMissing) : row;
      return convert === undefined ? present : convert.run(present);
    },
  };
}

/** Converts times in the form of the ERP, and joins composite ids, in place. Undefined if there is nothing to do. */
function converter(
  context: CompileContext,
  source: HttpSourceSpec,
  target: Pick<ReadTarget, 'fields'>,
  names: readonly string[] | undefined,
): ReturnType<typeof finishRow> {
  const zone = source.clock ?? 'UTC';
  const { date = 'iso', instant = 'iso' } = source.types ?? {};
  const times = Object.entries(target.fields ?? {}).flatMap(([name, { type }]) => {
    const form = type === 'date' ? date : instant;
    return (type === 'date' || type === 'instant') && form !== 'iso' ? [{ name, type, form, zone }] : [];
  });
  const composites = compositesOf(names ?? [], (field) => idOfField(context, field));
  return finishRow(times, composites);
}

function withoutMissing(
  row: MutableRow,
  columns: readonly string[],
  isMissing: (value: unknown) => boolean,
): MutableRow {
  const present: MutableRow = {};
  for (const name of columns) {
    const value = row[name];
    if (!isMissing(value)) present[name] = value;
  }
  return present;
}
