/** Values as SAP Business One has them: rounded amounts, days, members of bodies. */

/** A JSON object of a request. Its members and types are those of the description. */
export type Body = Readonly<Record<string, unknown>>;

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of records inside of a body, or of a row, where it is JSON. */
export function records(value: unknown): readonly Body[] {
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.filter(isBody) : [];
}

/** Half away from zero; a binary fraction such as 1.0049999 that stands for 1.005 is rounded like 1.005. */
export function rounded(amount: number, decimals: number): number {
  const units = Math.abs(amount) * 10 ** decimals;
  return (Math.sign(amount) * Math.round(units + 1e-7)) / 10 ** decimals;
}

/** The code of the currency of the company, and the decimals of its totals. */
export const local = { code: 'EUR', decimals: 2 } as const;

/** A day without its time, as in `2026-11-30T00:00:00`. */
export const dayOf = (value: unknown): string => String(value ?? '').slice(0, 10);

/** A day as SQL queries return it. */
export const sqlDay = (day: string): string => day.replaceAll('-', '');

/** A refusal with the status and the code of the Service Layer. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;

  constructor(message: string, code = '-5002', status = 400) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
