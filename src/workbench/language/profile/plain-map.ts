/** Maps of a parsed profile. */
export type PlainMap = Readonly<Record<string, unknown>>;

/** False for null and for a list. */
export const isMap = (value: unknown): value is PlainMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
