/** Where a profile defines its endpoints. */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';

/** The lines of the endpoints in the text of a profile: the first of each, and the one after its last. */
export function endpointLines(text: string): ReadonlyMap<string, { readonly first: number; readonly end: number }> {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines, keepSourceTokens: false });
  const endpoints = isMap(contents) ? contents.get('endpoints') : undefined;
  if (!isMap(endpoints)) return new Map();
  return new Map(
    endpoints.items.flatMap(({ key, value }) => {
      const start = isScalar(key) ? key.range?.[0] : undefined;
      if (!isScalar(key) || start === undefined) return [];
      const hasEnd = typeof value === 'object' && value !== null && 'range' in value && Array.isArray(value.range);
      const end = hasEnd ? Number(value.range[1]) : start;
      return [
        [String(key.value), { first: lines.linePos(start).line, end: lines.linePos(Math.max(start, end)).line + 1 }],
      ];
    }),
  );
}
