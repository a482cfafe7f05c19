/** Definitions, references and changes of names, in a profile and the profiles that it extends. */
import { objectionToStep } from '../../../engine/tools/index.ts';
import { endpointAt } from '../profile/contract-fields.ts';
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

/** A profile with what belongs to it. */
export interface ProfileFamily {
  readonly view: ProfileView;
  /** The profile first, then its bases and the open profiles that extend it. */
  readonly own: readonly ProfileView[];
  /** The other open profiles that extend a file, with their bases. */
  readonly overlaysOf: (file: string) => readonly ProfileView[];
}

const nameAt = (view: ProfileView, position: Position): Occurrence | undefined =>
  occurrenceAt(view, view.lines.offsetAt(position));

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

/** The files that mean the same by a name: those of the profile, and other overlays of the base that declares it. */
function sharing({ own, overlaysOf }: ProfileFamily, wanted: Occurrence): readonly ProfileView[] {
  const declaring = own.filter((view) => occurrencesIn(view).some((one) => one.isDeclaration && isSame(one, wanted)));
  const all = [...own, ...declaring.flatMap(({ file }) => overlaysOf(file))];
  return [...new Map(all.map((view) => [view.file, view])).values()];
}

/** Where the name at a position is declared. */
export function definitions(workspace: ProfileFamily, position: Position): readonly FileRange[] {
  const wanted = nameAt(workspace.view, position);
  if (wanted === undefined) return [];
  return occurrencesOf(sharing(workspace, wanted), wanted)
    .filter(([, { isDeclaration }]) => isDeclaration)
    .map(([own, one]) => placeOf(own, one));
}

/** Where the name at a position is used. `withDeclaration`: and where it is declared. */
export function references(
  workspace: ProfileFamily,
  position: Position,
  withDeclaration: boolean,
): readonly FileRange[] {
  const wanted = nameAt(workspace.view, position);
  if (wanted === undefined) return [];
  return occurrencesOf(sharing(workspace, wanted), wanted)
    .filter(([, { isDeclaration }]) => withDeclaration || !isDeclaration)
    .map(([own, one]) => placeOf(own, one));
}

/** The range of the name at a position that can be changed; undefined if there is none. */
export function renamable(view: ProfileView, position: Position): Range | undefined {
  const wanted = nameAt(view, position);
  if (wanted === undefined || forms[wanted.kind] === undefined) return undefined;
  return view.lines.rangeOf(wanted.span);
}

export type Renamed =
  | { readonly ok: true; readonly edits: readonly FileEdit[] }
  | { readonly ok: false; readonly reason: string };

/** Why a name cannot have this one; undefined if it can. */
function objection(views: readonly ProfileView[], wanted: Occurrence, name: string): string | undefined {
  const isTaken = views.some((one) =>
    occurrencesIn(one).some((other) => other.isDeclaration && isSame(other, { ...wanted, name })),
  );
  if (isTaken) return `There is a ${wanted.kind} "${name}" already.`;
  if (wanted.kind !== 'step') return undefined;
  const request = views[0] && endpointAt(views[0], ['endpoints', wanted.within ?? ''])?.request;
  const why = objectionToStep(name, request ?? {}, []);
  return why === undefined ? undefined : `"${name}" ${why}.`;
}

/** A text that names steps of several endpoints, such as a part: a change for one of them would break the others. */
function isShared([view, { kind, name, within, span }]: readonly [ProfileView, Occurrence]): boolean {
  return occurrencesIn(view).some(
    (other) => other.kind === kind && other.name === name && other.within !== within && other.span.start === span.start,
  );
}

/** The changes that give the name at a position another one. `isWritable`: whether a file may be changed. */
export function rename(
  workspace: ProfileFamily,
  position: Position,
  name: string,
  isWritable: (file: string) => boolean,
): Renamed {
  const wanted = nameAt(workspace.view, position);
  const form = wanted && forms[wanted.kind];
  if (wanted === undefined || form === undefined) return { ok: false, reason: 'This name cannot be changed.' };
  if (!form.test(name)) return { ok: false, reason: `"${name}" is not a name of letters, digits and _.` };
  const views = sharing(workspace, wanted);
  const reason = objection(views, wanted, name);
  if (reason !== undefined) return { ok: false, reason };
  const all = occurrencesOf(views, wanted);
  const shipped = all.find(([own]) => !isWritable(own.file));
  if (shipped !== undefined)
    return { ok: false, reason: `${shipped[0].file} uses this name, and belongs to the program.` };
  if (all.some(isShared)) return { ok: false, reason: 'A part uses this name, and so do other endpoints.' };
  return { ok: true, edits: all.map(([own, one]) => ({ ...placeOf(own, one), text: name })) };
}
