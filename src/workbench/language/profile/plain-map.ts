/** Maps of a parsed profile. */
export type PlainMap = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is PlainMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
