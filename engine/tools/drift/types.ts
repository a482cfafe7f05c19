/** How a column's type has changed, by the way databases write types. */

/** What a type holds: types of one family can stand for each other as far as the engine is concerned. */
function family(type: string): string {
  const word = type.toLowerCase().replace(/\(.*$/, '').trim();
  if (
    /^(?:tiny|small|medium|big)?int(?:eger)?\b|^(?:int[248]|(?:big|small)?serial|dec|decimal|numeric|number|real|float|double|money|smallmoney)\b/.test(
      word,
    )
  )
    return 'number';
  if (/char|text|clob|^(?:citext|enum|set|uuid|uniqueidentifier)\b/.test(word)) return 'text';
  if (/^(?:timestamptz|timestamp with time zone|datetimeoffset)/.test(word)) return 'instant';
  if (/^(?:timestamp|datetime|smalldatetime)/.test(word)) return 'datetime';
  return word;
}

/** Lengths, digits and places; `max` is more than any number. */
function sizes(type: string): readonly number[] {
  const [, inside = ''] = /\(([^)]*)\)/.exec(type) ?? [];
  return inside
    .split(',')
    .flatMap((size) => (size.trim() === '' ? [] : [size.trim() === 'max' ? Infinity : Number(size)]));
}

const base = (type: string): string =>
  type
    .toLowerCase()
    .replace(/\([^)]*\)/, '')
    .trim();

export type TypeChange =
  /** It holds something else. */
  | 'other'
  /** It holds the same, and less of it. */
  | 'smaller'
  /** It holds the same, in another way or more of it. */
  | 'alike';

export function typeChange(before: string, now: string): TypeChange {
  if (family(before) !== family(now)) return 'other';
  if (base(before) !== base(now)) return 'alike';
  const [old, fresh] = [sizes(before), sizes(now)];
  if (old.length === 0 && fresh.length > 0) return 'smaller';
  return fresh.some((size, index) => size < (old[index] ?? 0)) ? 'smaller' : 'alike';
}
