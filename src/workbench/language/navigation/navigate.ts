/** Definitions, references and changes of names, in a profile and the profiles that it extends. */
import { objectionToStep } from '../../../../engine/tools/index.ts';
import { endpointAt } from '../profile/contract-fields.ts';
import type { ProfileView } from '../profile/view.ts';
import { type LocalName, localNameAt, queryColumnAt } from '../sql/local-names.ts';
import { isSame, type Occurrence, occurrenceAt, occurrencesIn, type SymbolKind } from '../symbols/occurrences.ts';
import type { Lines, Position, Range, Span } from '../text/positions.ts';
import type { FileRange } from '../workspace/findings.ts';

/** A change of a text. */
export interface FileEdit extends FileRange {
  readonly text: string;
}

/** What a new name must look like. A word of the contract cannot be renamed. */
const forms: Readonly<Record<SymbolKind, RegExp | undefined>> = {
  part: /^[\p{L}_][\p{L}\p{N}_]*$/u,
  parameter: /^[\p{L}_][\p{L}\p{N}_]*$/u,
  setting: /^[A-Za-z_][A-Za-z0-9_]*$/,
  source: /^[A-Za-z_][A-Za-z0-9_]*$/,
  fact: /^[A-Za-z_][A-Za-z0-9_]*$/,
  step: /^[A-Za-z_][A-Za-z0-9_]*$/,
  id: undefined,
};

/** A text in which names are declared or used. */
export interface NamingText {
  readonly file: string;
  readonly lines: Lines;
  readonly occurrences: readonly Occurrence[];
}

/** A profile with what belongs to it. */
export interface ProfileFamily {
  readonly view: ProfileView;
  /** The profile first, then its bases and the open profiles that extend it. */
  readonly profileViews: readonly ProfileView[];
  /** The other open profiles that extend a file, with their bases. */
  readonly overlaysOf: (file: string) => readonly ProfileView[];
  /** The files with cases of profiles. */
  readonly casesOf: (profiles: readonly string[]) => readonly NamingText[];
}

type Place = readonly [NamingText, Occurrence];

const nameAt = (view: ProfileView, position: Position): Occurrence | undefined =>
  occurrenceAt(view, view.lines.offsetAt(position));

const placeOf = ([{ file, lines }, { span }]: Place): FileRange => ({ file, range: lines.rangeOf(span) });

const namingText = (view: ProfileView): NamingText => ({
  file: view.file,
  lines: view.lines,
  occurrences: occurrencesIn(view),
});

/** The profiles that mean the same by a name: the profile with its bases and overlays, and other overlays of the base that declares it. */
function sharing({ profileViews: familyViews, overlaysOf }: ProfileFamily, wanted: Occurrence): readonly ProfileView[] {
  const declaring = familyViews.filter((view) =>
    occurrencesIn(view).some((one) => one.isDeclaration && isSame(one, wanted)),
  );
  const all = [...familyViews, ...declaring.flatMap(({ file }) => overlaysOf(file))];
  return [...new Map(all.map((view) => [view.file, view])).values()];
}

/** All places of a name: in profiles, then in their cases. */
function placesOf(family: ProfileFamily, wanted: Occurrence): readonly Place[] {
  const views = sharing(family, wanted);
  const texts = [...views.map(namingText), ...family.casesOf(views.map(({ file }) => file))];
  return texts.flatMap((text) =>
    text.occurrences.flatMap((one) => (isSame(one, wanted) ? [[text, one] as const] : [])),
  );
}

const rangesOf = ({ file, lines }: ProfileView, spans: readonly Span[]): readonly FileRange[] =>
  spans.map((span) => ({ file, range: lines.rangeOf(span) }));

const localAt = (view: ProfileView, position: Position): LocalName | undefined =>
  localNameAt(view, view.lines.offsetAt(position));

/** The endpoint that a case calls, where the profile or its base has it. */
function calledEndpoint({ view, profileViews }: ProfileFamily, position: Position): readonly FileRange[] {
  const offset = view.lines.offsetAt(position);
  const call = view.entries.find(
    ({ path, value }) => path[0] === 'cases' && path[2] === 'call' && value.start <= offset && offset <= value.end,
  );
  if (call === undefined) return [];
  const endpoint = view.text.slice(call.value.start, call.value.end);
  for (const one of profileViews) {
    const key = one.entries.find(
      ({ path }) => path.length === 2 && path[0] === 'endpoints' && path[1] === endpoint,
    )?.key;
    if (key !== undefined) return rangesOf(one, [key]);
  }
  return [];
}

/** Where the name at a position is declared; for the column of a query, where that gives it; for the call of a case, its endpoint. */
export function definitions(family: ProfileFamily, position: Position): readonly FileRange[] {
  const { view } = family;
  const wanted = nameAt(view, position);
  if (wanted === undefined) {
    const called = calledEndpoint(family, position);
    if (called.length > 0) return called;
    const declared = localAt(view, position)?.declaration ?? queryColumnAt(view, view.lines.offsetAt(position));
    return declared === undefined ? [] : rangesOf(view, [declared]);
  }
  return placesOf(family, wanted)
    .filter(([, { isDeclaration }]) => isDeclaration)
    .map(placeOf);
}

/** Where the name at a position is used. `withDeclaration`: and where it is declared. */
export function references(family: ProfileFamily, position: Position, withDeclaration: boolean): readonly FileRange[] {
  const wanted = nameAt(family.view, position);
  if (wanted === undefined) {
    const local = localAt(family.view, position);
    if (local === undefined) return [];
    return rangesOf(family.view, [...(withDeclaration ? [local.declaration] : []), ...local.uses]);
  }
  return placesOf(family, wanted)
    .filter(([, { isDeclaration }]) => withDeclaration || !isDeclaration)
    .map(placeOf);
}

/** Why a name in a file may not be changed, as a sentence; undefined if it may. */
type ObjectionTo = (file: string) => string | undefined;

/** A name that can be changed, or why it cannot. */
export type RenameTarget =
  | { readonly ok: true; readonly kind: SymbolKind | LocalName['kind']; readonly name: string; readonly range: Range }
  | { readonly ok: false; readonly reason: string };

/** A text that names steps of several endpoints, such as a part: a change for one of them would break the others. */
function isShared([{ occurrences }, { kind, name, owner, span }]: Place): boolean {
  return occurrences.some(
    (other) => other.kind === kind && other.name === name && other.owner !== owner && other.span.start === span.start,
  );
}

/** Why a name cannot be changed to any other; undefined if it can. */
function obstacle(places: readonly Place[], { kind, name }: Occurrence, objectionTo: ObjectionTo): string | undefined {
  if (forms[kind] === undefined) return `The contract gives the name "${name}": it is the same in every profile.`;
  for (const [{ file }] of places) {
    const objection = objectionTo(file);
    if (objection !== undefined) return objection;
  }
  return places.some(isShared) ? 'A part uses this name, and so do other endpoints.' : undefined;
}

const noName = 'Here is no name that the profile declares.';

/** Why a name that a statement gives itself cannot be changed; undefined if it can. */
function localObstacle({ file }: ProfileView, local: LocalName, objectionTo: ObjectionTo): string | undefined {
  if (local.kind === 'table') return `The database gives the name "${local.name}": write an alias behind the table.`;
  return local.isInPart ? `A part that this statement inserts uses the name "${local.name}".` : objectionTo(file);
}

/** The name at a position that can be changed. */
export function renamable(family: ProfileFamily, position: Position, objectionTo: ObjectionTo): RenameTarget {
  const { view } = family;
  const wanted = nameAt(view, position);
  if (wanted === undefined) {
    const local = localAt(view, position);
    const why = local === undefined ? noName : localObstacle(view, local, objectionTo);
    if (local === undefined || why !== undefined) return { ok: false, reason: why ?? noName };
    const offset = view.lines.offsetAt(position);
    const span = local.uses.find(({ start, end }) => start <= offset && offset <= end) ?? local.declaration;
    return { ok: true, kind: local.kind, name: local.name, range: view.lines.rangeOf(span) };
  }
  const reason = obstacle(placesOf(family, wanted), wanted, objectionTo);
  if (reason !== undefined) return { ok: false, reason };
  return { ok: true, kind: wanted.kind, name: wanted.name, range: family.view.lines.rangeOf(wanted.span) };
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
  const request = views[0] && endpointAt(views[0], ['endpoints', wanted.owner ?? ''])?.request;
  const why = objectionToStep(name, request ?? {}, []);
  return why === undefined ? undefined : `"${name}" ${why}.`;
}

function renameLocal(view: ProfileView, position: Position, name: string, objectionTo: ObjectionTo): Renamed {
  const local = localAt(view, position);
  const why = local === undefined ? noName : localObstacle(view, local, objectionTo);
  if (local === undefined || why !== undefined) return { ok: false, reason: why ?? noName };
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
    return { ok: false, reason: `"${name}" is not a name of letters, digits and _.` };
  const edits = rangesOf(view, [local.declaration, ...local.uses]).map((place) => ({ ...place, text: name }));
  return { ok: true, edits };
}

/** The changes that give the name at a position another one. */
export function rename(family: ProfileFamily, position: Position, name: string, objectionTo: ObjectionTo): Renamed {
  const wanted = nameAt(family.view, position);
  if (wanted === undefined) return renameLocal(family.view, position, name, objectionTo);
  const form = forms[wanted.kind];
  if (form !== undefined && !form.test(name))
    return { ok: false, reason: `"${name}" is not a name of letters, digits and _.` };
  const places = placesOf(family, wanted);
  const reason = (form && objection(sharing(family, wanted), wanted, name)) ?? obstacle(places, wanted, objectionTo);
  if (reason !== undefined) return { ok: false, reason };
  return { ok: true, edits: places.map((place) => ({ ...placeOf(place), text: name })) };
}
