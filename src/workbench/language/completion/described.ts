/** Completion of names that the vendor's description of a source knows: paths, members in filters, values of enumerations. Without a description, of the paths of known requests. */
import type { Path } from '../../../../engine/index.ts';
import { knownTargets } from '../exchanges/matching.ts';
import type { ProfileView } from '../profile/view.ts';
import { type Completions, fitting, item } from '../proposals/item.ts';

/** The proposals for the word at the cursor. `at`: the cursor as an offset in the text; `start`: the offset of the text in the file. */
export function completeDescribed(view: ProfileView, path: Path, text: string, at: number, start: number): Completions {
  const before = text.slice(0, at);
  const word = /^\/.*$/s.exec(before)?.[0] ?? /[\p{L}\p{N}_$.]*$/u.exec(before)?.[0] ?? '';
  const rest = /^[\p{L}\p{N}_$.]*/u.exec(text.slice(at))?.[0].length ?? 0;
  const span = { start: start + at - word.length, end: start + at + rest };
  const described = view.describedAt(path, 'words');
  const names = described.length > 0 ? described : knownTargets(view, path);
  return fitting(
    names.map(({ name, detail, documentation }) => item(name, 'field', span, 1, { detail, documentation })),
    word,
  );
}
