/** One mistake in a correct profile: the replaced text, its replacement, and the expected finding. */
export interface Mutation {
  readonly name: string;
  /** What is replaced, at its first place in the profile. */
  readonly from: string;
  readonly to: string;
  readonly code: string;
  /**
   * The text that the finding has to point at: its last place in the replacement, or else the line that begins so, or else its first
   * place in the profile. Undefined where a limit decides, so that any line of the replacement is right.
   */
  readonly at: string | undefined;
  /** A part of the hint, or of the message. */
  readonly says: string;
  readonly severity?: 'warning';
}

/** Where a mistake stands; `column` is undefined where any line from `line` to `last` is right. */
export interface Spot {
  readonly line: number;
  readonly column: number | undefined;
  readonly last: number;
}

export interface Mutated {
  readonly text: string;
  readonly spot: Spot;
}

const linesOf = (text: string): number => text.split('\n').length;

function spotOf(text: string, at: number, { to, at: mark }: Mutation): Spot {
  const line = linesOf(text.slice(0, at));
  if (mark === undefined) return { line, column: undefined, last: line + linesOf(to) - 1 };
  const within = to.lastIndexOf(mark);
  const indent = /^[ ]*/.exec(mark)?.[0].length ?? 0;
  const beginning = text.indexOf(`\n${mark}`) + 1;
  const elsewhere = beginning > 0 ? beginning : text.indexOf(mark);
  const start = (within < 0 ? elsewhere : at + within) + indent;
  const before = text.slice(0, start).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, last: before.length };
}

/** The profile with the mistake in it. */
export function mutate(text: string, mutation: Mutation): Mutated {
  const at = text.indexOf(mutation.from);
  if (at < 0) throw new Error(`The profile does not hold ${JSON.stringify(mutation.from)}`);
  const mutated = text.slice(0, at) + mutation.to + text.slice(at + mutation.from.length);
  return { text: mutated, spot: spotOf(mutated, at, mutation) };
}
