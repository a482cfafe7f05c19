/** Keeps what a grammar has read, because an editor checks a profile after each change, and most of its statements stay the same. */
import type { Grammar, Reading } from './reading.ts';

/** Statements kept for a grammar: more than the variants of the statements of any profile. The oldest goes first. */
const most = 2_000;

/** The same grammar, which reads equal statements once. */
export function remembered(grammar: Grammar): Grammar {
  const readings = new Map<string, Reading>();
  return (sql) => {
    const known = readings.get(sql);
    if (known !== undefined) return known;
    const reading = grammar(sql);
    const oldest = readings.size >= most ? readings.keys().next().value : undefined;
    if (oldest !== undefined) readings.delete(oldest);
    readings.set(sql, reading);
    return reading;
  };
}
