/** The aliases of namespaces in an OData model (OASIS OData 4.01, CSDL XML, 5.2). Readers see namespaces alone. */
import { isMap } from '../base/members.ts';

/** By alias. */
export type Namespaces = ReadonlyMap<string, string>;

/** Attributes that are names with a namespace or an alias in front. */
const nameKeys: readonly string[] = [
  ...['@Type', '@EntityType', '@BaseType', '@ReturnType', '@UnderlyingType', '@Relationship', '@Function', '@Action'],
  '@Target',
];

/** The name with the namespace in place of an alias, as in `A.order`, `Collection(A.order)` and `A.order/number`. */
export function withoutAlias(name: string, namespaces: Namespaces): string {
  return name.replace(/^(Collection\()?([^./()]+)\.(?=[^./()]+(?:$|[/()]))/, (whole, list = '', alias: string) => {
    const namespace = namespaces.get(alias);
    return namespace === undefined ? whole : `${list}${namespace}.`;
  });
}

/** The part of a document with namespaces in place of aliases. */
export function withoutAliases<T>(node: T, namespaces: Namespaces): T;
export function withoutAliases(node: unknown, namespaces: Namespaces): unknown {
  if (namespaces.size === 0) return node;
  if (Array.isArray(node)) return node.map((one) => withoutAliases(one, namespaces));
  if (!isMap(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      typeof value === 'string' && nameKeys.includes(key)
        ? withoutAlias(value, namespaces)
        : withoutAliases(value, namespaces),
    ]),
  );
}
