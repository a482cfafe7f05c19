/** Files that a base names: their paths count from its folder, and in the merged profile from that of the overlay. */
import { isAbsolute, join } from 'node:path';
import { isMap, type PlainMap } from './piece.ts';

/** A relative path as it is written. What a setting gives counts from the folder of the overlay, and PEM text is no path. */
function moved(text: unknown, way: string): unknown {
  const isPath = typeof text === 'string' && !text.includes('${') && !text.includes('-----BEGIN') && !isAbsolute(text);
  return isPath ? join(way, text) : text;
}

function withMoved(map: unknown, keys: readonly string[], way: string): unknown {
  if (!isMap(map)) return map;
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => {
      if (!keys.includes(key)) return [key, value];
      return [key, Array.isArray(value) ? value.map((item) => moved(item, way)) : moved(value, way)];
    }),
  );
}

function movedSource(source: unknown, way: string): unknown {
  if (!isMap(source)) return source;
  return {
    ...source,
    ...('connection' in source && { connection: withMoved(source.connection, ['file', 'create'], way) }),
    ...('tls' in source && { tls: withMoved(source.tls, ['ca', 'certificate', 'key'], way) }),
  };
}

/** The profile `value` with paths that count from another folder; `way` leads from there to its own. */
export function withMovedPaths(value: unknown, way: string): unknown {
  if (way === '' || !isMap(value) || !isMap(value.sources)) return value;
  const sources: PlainMap = value.sources;
  return {
    ...value,
    sources: Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, movedSource(source, way)])),
  };
}
