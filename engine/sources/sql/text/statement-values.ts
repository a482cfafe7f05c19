/** The values of a statement by their places: which names it has, and which of them its optional blocks need. */
import { type ValueUse, valueUses } from './parts.ts';
import type { Template } from './template.ts';
import type { BindArguments, Given } from './value-slots.ts';
import type { Wrap } from './wrap.ts';

interface StatementValues {
  /** Every use of a value in the profile's SQL. */
  readonly uses: readonly ValueUse[];
  /** For each optional block in order: the names of its values. */
  readonly blocks: readonly (readonly string[])[];
  /** The place of a name; -1 where the statement has no such value. */
  placeOf(name: string): number;
  /** The values of a call, each at its place, and which blocks they include. Throws an Error that names a missing value. */
  read(call: BindArguments): { readonly values: readonly (Given | undefined)[]; readonly included: readonly boolean[] };
}

function requiredValue(call: BindArguments, name: string): Given {
  const value = call.value(name);
  if (value === undefined) throw new Error(`No value was given for :${name}.`);
  return value;
}

/** Prepares how the values of a statement are read, once for all calls. Values of the wrap's `where` are in every call. */
export function statementValues(template: Template, { where = [] }: Wrap): StatementValues {
  const uses = valueUses(template);
  const inBlocks = template.pieces.flatMap((piece) =>
    piece.kind === 'block' ? [valueUses({ ...template, pieces: [piece] })] : [],
  );
  const namesIn = (inside: readonly ValueUse[], alternative: boolean): readonly string[] => [
    ...new Set(inside.filter(({ otherwise }) => otherwise === alternative).map(({ name }) => name)),
  ];
  const blocks = inBlocks.map((inside) => namesIn(inside, false));
  const alternatives = inBlocks.map((inside) => namesIn(inside, true));
  const framed = where.map(({ value }) => value);
  const names = [...new Set([...uses.map(({ name }) => name), ...framed])];
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = (name: string): number => places.get(name) ?? -1;
  const outside = uses.filter(({ block }) => block === undefined).map(({ name }) => name);
  const always = [...new Set([...outside, ...framed])].map(placeOf);
  return {
    uses,
    blocks,
    placeOf,
    read(call) {
      const values: (Given | undefined)[] = names.map(() => undefined);
      for (const place of always) values[place] = requiredValue(call, names[place] ?? '');
      const included = blocks.map((inside) => inside.every((name) => call.isGiven(name)));
      for (let index = 0; index < blocks.length; index++) {
        const used = (included[index] ? blocks : alternatives)[index] ?? [];
        for (const name of used) values[placeOf(name)] = requiredValue(call, name);
      }
      return { values, included };
    },
  };
}
