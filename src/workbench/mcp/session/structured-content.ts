/** Answers of tools as JSON, for clients that read the output schemas. Bounded, without secrets. */

/** Characters of a text that are always shown, so that names and words of a schema stay whole. */
const shortText = 200;

interface Limits {
  /** Hides secrets. */
  readonly conceal: (text: string) => string;
  /** Characters of texts and names. */
  readonly most: number;
}

/**
 * The value with concealed texts. Behind the limit, long texts are cut, and the remaining records and rows of lists are left out: `omitted` is the number
 * of their characters.
 */
export function structuredContent(value: object, { conceal, most }: Limits): Readonly<Record<string, unknown>> {
  let [left, omitted] = [most, 0];
  function shown(member: unknown): unknown {
    if (typeof member === 'string') {
      const whole = conceal(member);
      const text = whole.slice(0, Math.max(left, shortText));
      left -= text.length;
      omitted += whole.length - text.length;
      return text;
    }
    if (Array.isArray(member)) {
      const kept: unknown[] = [];
      for (const item of member) {
        if (left > 0 || typeof item !== 'object') kept.push(shown(item));
        else omitted += JSON.stringify(item).length;
      }
      return kept;
    }
    return typeof member === 'object' && member !== null ? members(member) : member;
  }
  function members(record: object): Readonly<Record<string, unknown>> {
    const entries: [string, unknown][] = [];
    for (const [name, inner] of Object.entries(record)) {
      left -= name.length;
      entries.push([name, shown(inner)]);
    }
    return Object.fromEntries(entries);
  }
  const bounded = members(value);
  return omitted === 0 ? bounded : { ...bounded, omitted };
}
