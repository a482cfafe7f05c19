/** Names of columns without the prefix of their table, to match patterns such as `active`. */

/** A table of the ERP, or its description. */
interface Named {
  readonly columns: readonly { readonly name: string }[];
}

/** The columns that a table has at least, and the part of them that begins with the prefix. */
const fewestColumns = 4;
const leastPart = 0.8;

/** `cust_` where nearly all columns of a table begin with it; empty where they have no common word. */
function prefixOf({ columns }: Named): string {
  if (columns.length < fewestColumns) return '';
  const firsts = columns.map(({ name }) => /^[^_]+_/.exec(name)?.[0].toLowerCase() ?? '');
  const [most] = [...Map.groupBy(firsts, (first) => first)].toSorted(([, one], [, other]) => other.length - one.length);
  return most !== undefined && most[1].length >= columns.length * leastPart ? most[0] : '';
}

const prefixes = new WeakMap<Named, string>();

/** The name of a column without the prefix of its table: `active` for `cust_active` where nearly all columns begin with `cust_`. */
export function plainName(table: Named, name: string): string {
  const prefix = prefixes.get(table) ?? prefixOf(table);
  prefixes.set(table, prefix);
  return prefix !== '' && name.length > prefix.length && name.toLowerCase().startsWith(prefix)
    ? name.slice(prefix.length)
    : name;
}
