/** Conversion of an ERP's JSON values after `fields` are computed: removes values that mean "none", parses times, joins composite ids. */
import type { HttpSourceSpec } from '../../profile/schema/index.ts';
import type { WorkRow } from '../../shape/encode.ts';
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

/** The conversion of one row. `names`: the columns that it keeps; undefined: all. */
export function finisher(
  context: CompileContext,
  source: HttpSourceSpec,
  target: Pick<ReadTarget, 'fields'>,
  names: readonly string[] | undefined,
): (row: WorkRow) => WorkRow {
  const isAbsent = absence(source.absent ?? []);
  const zone = source.clock ?? 'UTC';
  const { date = 'iso', instant = 'iso' } = source.types ?? {};
  const types = Object.entries(target.fields ?? {}).flatMap(([name, { type }]) =>
    type === 'date' || type === 'instant' ? [{ name, type, form: type === 'date' ? date : instant }] : [],
  );
  const composites = compositesOf(names ?? [], (field) => idOfField(context, field));
  return (row) => {
    const finished: Record<string, unknown> = {};
    for (const name of names ?? Object.keys(row)) {
      const value = row[name];
      const isScalar = typeof value !== 'object' || value === null;
      if (!isScalar || !isAbsent(value)) finished[name] = value;
    }
    for (const { name, type, form } of types) {
      if (finished[name] !== undefined) finished[name] = timeOf(finished[name], form, type, zone);
    }
    return withComposites(finished, composites);
  };
}
