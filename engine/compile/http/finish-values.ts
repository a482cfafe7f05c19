/** What the values of an ERP that speaks JSON need when their fields are known: blanks taken away, times read, composite ids joined. */
import type { HttpSourceSpec } from '../../profile/schema/index.ts';
import type { WorkRow } from '../../shape/encode.ts';
import { timeOf } from '../../template/times.ts';
import { absence, compositesOf, withComposites } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { idOfField } from '../context/ids.ts';
import type { ReadTarget } from '../names/read-target.ts';

type Spec = { readonly [key in 'fields' | 'attach' | 'each']?: Readonly<Record<string, unknown>> | undefined };

/** Names that a read gives: with `fields` those, and what is attached, and nothing else of what the ERP sends. */
export function givenNames({ fields, attach, each }: Spec): readonly string[] | undefined {
  return fields && [...new Set([...Object.keys(attach ?? {}), ...Object.keys(each ?? {}), ...Object.keys(fields)])];
}

/** The last touch to rows whose `fields` are computed. `names`: what they may have; undefined: all that came. */
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
