/** Parses the texts of profiles: each one once, though completion, checks and hover read it one after the other. */
import { type ParseProfile, parsePartially } from '../../../../engine/tools/index.ts';

/** The texts of a few profiles, each before and after a change. */
const most = 8;

/** Keeps the last 8 results. They are shared, so callers must not change them. */
export function createParser(): ParseProfile {
  const parsed = new Map<string, ReturnType<ParseProfile>>();
  return (text, file) => {
    const key = `${file}\n${text}`;
    const result = parsed.get(key) ?? parsePartially(text, file);
    // The text that was used last is forgotten last.
    parsed.delete(key);
    parsed.set(key, result);
    const oldest = parsed.size > most ? parsed.keys().next().value : undefined;
    if (oldest !== undefined) parsed.delete(oldest);
    return result;
  };
}
