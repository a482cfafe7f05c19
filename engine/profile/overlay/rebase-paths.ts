/** Rebases file paths of a base profile: they are relative to its folder, but in the merged profile to the folder of the overlay. */
import { isAbsolute, join } from 'node:path';
import { isMap, type Members } from '../../base/members.ts';

/** `prefix` leads from the folder of the overlay to that of the base. Settings, absolute paths and PEM texts are not changed. */
function rebase(text: unknown, prefix: string): unknown {
  const isPath = typeof text === 'string' && !text.includes('${') && !text.includes('-----BEGIN') && !isAbsolute(text);
  return isPath ? join(prefix, text) : text;
}

function rebaseKeys(map: unknown, keys: readonly string[], prefix: string): unknown {
  if (!isMap(map)) return map;
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => {
      if (!keys.includes(key)) return [key, value];
      return [key, Array.isArray(value) ? value.map((item) => rebase(item, prefix)) : rebase(value, prefix)];
    }),
  );
}

function rebaseSource(source: unknown, prefix: string): unknown {
  if (!isMap(source)) return source;
  return {
    ...source,
    ...('connection' in source && { connection: rebaseKeys(source.connection, ['file', 'create'], prefix) }),
    ...('tls' in source && { tls: rebaseKeys(source.tls, ['ca', 'certificate', 'key'], prefix) }),
  };
}

/** The value of a base profile with rebased paths; `prefix` leads from the folder of the overlay to that of the base. */
export function rebasePaths(value: unknown, prefix: string): unknown {
  if (prefix === '' || !isMap(value) || !isMap(value.sources)) return value;
  const sources: Members = value.sources;
  return {
    ...value,
    sources: Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, rebaseSource(source, prefix)])),
  };
}
