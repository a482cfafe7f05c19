/** Conversion of an ERP's JSON values after `fields` are computed: removes values that mean "none", parses times, joins composite ids. */

import type { MutableRow, RowProcessing } from '../../plan/row-processing.ts';
import type { HttpSourceSpec } from '../../profile/schema/index.ts';
import { timeOf } from '../../template/times.ts';
import { absence, compositesOf, withComposites } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { idOfField } from '../context/ids.ts';
import type { ReadTarget } from '../names/read-target.ts';

type Spec = { readonly [key in 'fields' | 'attach' | 'each']?: Readonly<Record<string, unknown>> | undefined };

/** The columns of a read with `fields`: these and the joined ones, and no others that the ERP sends. Undefined without `fields`. */
export function givenNames({ fields, attach, each }: Spec): readonly string[] | undefined {
  return fields && [...new Set([...Object.keys(attach ?? {}), ...Object.keys(each ?? {}), ...Object.keys(fields)])];
}

/** The last steps of the processing of rows that have these columns and no others; undefined: all columns of the ERP. */
export function finishOf(
  context: CompileContext,
  source: HttpSourceSpec,
  target: Pick<ReadTarget, 'fields'>,
  spec: Spec | undefined,
): Pick<RowProcessing, 'kept' | 'finish'> {
  const names = spec && givenNames(spec);
  const kept = names && [...Object.keys(spec?.attach ?? {}), ...Object.keys(spec?.each ?? {})];
  return { kept, finish: finisher(context, source, target, names) };
}

/** The conversion of one row. `names`: its columns; undefined: all that it has. A row without one of them is copied, any other changed. */
export function finisher(
  context: CompileContext,
  source: HttpSourceSpec,
  target: Pick<ReadTarget, 'fields'>,
  names: readonly string[] | undefined,
): (row: MutableRow) => MutableRow {
  const isAbsent = absence(source.absent ?? []);
  const zone = source.clock ?? 'UTC';
  const { date = 'iso', instant = 'iso' } = source.types ?? {};
  const types = Object.entries(target.fields ?? {}).flatMap(([name, { type }]) =>
    type === 'date' || type === 'instant' ? [{ name, type, form: type === 'date' ? date : instant }] : [],
  );
  const composites = compositesOf(names ?? [], (field) => idOfField(context, field));
  const isMissing = (value: unknown): boolean => (typeof value !== 'object' || value === null) && isAbsent(value);
  return (row) => {
    const columns = names ?? Object.keys(row);
    const finished = columns.some((name) => isMissing(row[name])) ? withoutMissing(row, columns, isMissing) : row;
    for (const { name, type, form } of types) {
      if (finished[name] !== undefined) finished[name] = timeOf(finished[name], form, type, zone);
    }
    return withComposites(finished, composites);
  };
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
