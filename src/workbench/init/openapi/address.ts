/** Where the service of an OpenAPI document is, and which headers every request needs. */
import { isMap, type Members } from '../../../../engine/host/index.ts';
import type { ListedOperation } from '../../../../engine/tools/index.ts';

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The address with the defaults of its variables: `https://{region}.example.com`. Undefined if one has none. */
function filled(server: Members): string | undefined {
  const variables = isMap(server.variables) ? server.variables : {};
  let isWhole = true;
  const url = asString(server.url)?.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = variables[name];
    const given = isMap(variable) ? asString(variable.default) : undefined;
    if (given === undefined) isWhole = false;
    return given ?? whole;
  });
  return isWhole ? url : undefined;
}

/** The first address of the document, without a slash at its end: absolute, or a path. Undefined if it names none. */
export function serverAddress(root: Members): string | undefined {
  const [first]: readonly unknown[] = Array.isArray(root.servers) ? root.servers : [];
  const { host, basePath, schemes } = root;
  const ofSwagger = (): string | undefined => {
    if (asString(host) === undefined) return asString(basePath);
    const scheme = Array.isArray(schemes) && !schemes.includes('https') ? (asString(schemes[0]) ?? 'https') : 'https';
    return `${scheme}://${asString(host)}${asString(basePath) ?? ''}`;
  };
  const address = isMap(first) ? filled(first) : ofSwagger();
  const trimmed = address?.replace(/\/+$/, '');
  return trimmed === '' ? undefined : trimmed;
}

/** Headers that a client or the login sets. */
const usualHeaders = new Set(['accept', 'authorization', 'content-type', 'user-agent', 'if-modified-since']);

/** The headers that most operations require, such as the one that names a company. In the order of the document. */
export function requiredHeaders(operations: readonly ListedOperation[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { headers } of operations)
    for (const { name, isRequired } of headers.values())
      if (isRequired && !usualHeaders.has(name.toLowerCase())) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count * 2 > operations.length ? [name] : []));
}
