/** Changes of a column's type, in the notation of databases. */

/** Families of types. Types of one family are interchangeable for the engine. */
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

/** Lengths, digits and decimals; `max` is larger than any number. */
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

type TypeChange =
  /** Another kind of value. */
  | 'other'
  /** The same kind of value, but smaller. */
  | 'smaller'
  /** The same kind of value, in another form or larger. */
  | 'alike';

/** Two equal types are `alike`. A size that is new counts as smaller: the type had no limit before. */
export function typeChange(before: string, now: string): TypeChange {
  if (family(before) !== family(now)) return 'other';
  if (base(before) !== base(now)) return 'alike';
  const [old, fresh] = [sizes(before), sizes(now)];
  if (old.length === 0 && fresh.length > 0) return 'smaller';
  return fresh.some((size, index) => size < (old[index] ?? 0)) ? 'smaller' : 'alike';
}
