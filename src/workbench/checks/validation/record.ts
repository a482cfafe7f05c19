/** A JSON object, its members not yet known. */
export type Json = Readonly<Record<string, unknown>>;

/** False for null and for a list. */
export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
