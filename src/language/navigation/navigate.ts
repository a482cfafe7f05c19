/** Definitions, references and changes of names, in a profile and the profiles that it extends. */
import type { ProfileView } from '../profile/view.ts';
import { isSame, type Occurrence, occurrenceAt, occurrencesIn, type SymbolKind } from '../symbols/occurrences.ts';
import type { Position, Range } from '../text/positions.ts';
import type { FileRange } from '../workspace/findings.ts';

/** A change of a text. */
export interface FileEdit extends FileRange {
  readonly text: string;
}

/** What a new name must look like. A word of the contract cannot be renamed. */
const forms: Readonly<Record<SymbolKind, RegExp | undefined>> = {
  part: /^[\p{L}_][\p{L}\p{N}_]*$/u,
  setting: /^[A-Za-z_][A-Za-z0-9_]*$/,
  source: /^[A-Za-z_][A-Za-z0-9_]*$/,
  fact: /^[A-Za-z_][A-Za-z0-9_]*$/,
  step: /^[A-Za-z_][A-Za-z0-9_]*$/,
  id: undefined,
};

const placeOf = (view: ProfileView, { span }: Occurrence): FileRange => ({
  file: view.file,
  range: view.lines.rangeOf(span),
});

function occurrencesOf(
  views: readonly ProfileView[],
  wanted: Occurrence,
): readonly (readonly [ProfileView, Occurrence])[] {
  return views.flatMap((view) =>
    occurrencesIn(view).flatMap((one) => (isSame(one, wanted) ? [[view, one] as const] : [])),
  );
}

/** Where the name at a position is declared. `views`: the profile first, then its bases and the overlays of it. */
export function definitions(views: readonly ProfileView[], position: Position): readonly FileRange[] {
  const [view] = views;
  const wanted = view && occurrenceAt(view, view.lines.offsetAt(position));
  if (wanted === undefined) return [];
  return occurrencesOf(views, wanted)
    .filter(([, { isDeclaration }]) => isDeclaration)
    .map(([own, one]) => placeOf(own, one));
}

/** Where the name at a position is used. `withDeclaration`: and where it is declared. */
export function references(
  views: readonly ProfileView[],
  position: Position,
  withDeclaration: boolean,
): readonly FileRange[] {
  const [view] = views;
  const wanted = view && occurrenceAt(view, view.lines.offsetAt(position));
  if (wanted === undefined) return [];
  return occurrencesOf(views, wanted)
    .filter(([, { isDeclaration }]) => withDeclaration || !isDeclaration)
    .map(([own, one]) => placeOf(own, one));
}

/** The range of the name at a position that can be changed; undefined if there is none. */
export function renamable(view: ProfileView, position: Position): Range | undefined {
  const wanted = occurrenceAt(view, view.lines.offsetAt(position));
  if (wanted === undefined || forms[wanted.kind] === undefined) return undefined;
  return view.lines.rangeOf(wanted.span);
}

export type Renamed =
  | { readonly ok: true; readonly edits: readonly FileEdit[] }
  | { readonly ok: false; readonly reason: string };

/** The changes that give the name at a position another one. `isWritable`: whether a file may be changed. */
export function rename(
  views: readonly ProfileView[],
  position: Position,
  name: string,
  isWritable: (file: string) => boolean,
): Renamed {
  const [view] = views;
  const wanted = view && occurrenceAt(view, view.lines.offsetAt(position));
  const form = wanted && forms[wanted.kind];
  if (wanted === undefined || form === undefined) return { ok: false, reason: 'This name cannot be changed.' };
  if (!form.test(name)) return { ok: false, reason: `"${name}" is not a name of letters, digits and _.` };
  const isTaken = views.some((one) =>
    occurrencesIn(one).some((other) => other.isDeclaration && isSame(other, { ...wanted, name })),
  );
  if (isTaken) return { ok: false, reason: `There is a ${wanted.kind} "${name}" already.` };
  const all = occurrencesOf(views, wanted);
  const shipped = all.find(([own]) => !isWritable(own.file));
  if (shipped !== undefined)
    return { ok: false, reason: `${shipped[0].file} uses this name, and belongs to the program.` };
  return { ok: true, edits: all.map(([own, one]) => ({ ...placeOf(own, one), text: name })) };
}
