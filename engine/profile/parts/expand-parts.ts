/**
 * Inserts named expressions and request parts where they are used: `{name}` in an expression, and `$part: name` in a request. It runs after the
 * profile is merged with its bases and before it is validated, so that every later phase sees a profile without them. Places are those where the
 * texts were written. Parts of SQL are not inserted here, because their variants depend on facts.
 */
import type { Path, Place } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import { syntaxFault } from '../../diagnostics/syntax-fault.ts';
import { compileExpression } from '../../transform/expression.ts';
import { isFollowUp } from '../grammar/follow-up-findings.ts';
import { mergePieces } from '../overlay/merge.ts';
import { isMap, itemsOf, listOf, mapOf, membersOf, type Origin, originAt, type Piece } from '../overlay/piece.ts';
import type { ProfileDocument, TextRange } from '../yaml/document.ts';
import { type ExpandedText, expandExpression, expandTemplate, type UseFault } from './expand-text.ts';
import { formAt } from './text-forms.ts';

type PartKind = 'expression' | 'request' | 'SQL' | 'table';

/** What a part is, by its keys. A part that is not valid counts as what its keys say. */
function kindOf(part: unknown): PartKind {
  if (!isMap(part)) return 'SQL';
  if (Object.hasOwn(part, 'expression')) return 'expression';
  return Object.hasOwn(part, 'request') ? 'request' : 'table';
}

const kindWords: Readonly<Record<PartKind, string>> = {
  expression: 'an expression',
  request: 'a part of a request',
  SQL: 'SQL',
  table: 'a table',
};

interface Expansion {
  readonly document: ProfileDocument;
  readonly parts: Readonly<Record<string, unknown>>;
  /** Entries that could not be parsed. */
  readonly unread: readonly Path[];
  readonly diagnostics: Diagnostic[];
  /** Names of the parts that are used outside of parts, or in a used part. */
  readonly used: Set<string>;
  /** Parts whose own text is wrong, which is reported there. */
  readonly broken: ReadonlySet<string>;
  /** Expanded texts, by their origin. */
  readonly texts: Map<Origin, ExpandedText>;
}

/** Where a piece that is being expanded is: its path in the profile, the request parts around it, and where the outermost of them is used. */
interface At {
  readonly path: Path;
  readonly inside: readonly string[];
  readonly usedAt: Place | undefined;
}

interface Fault {
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
}

function report(to: Expansion, place: Place, fault: Fault, at?: At): void {
  const [section, endpoint] = at?.path ?? [];
  to.diagnostics.push({
    ...fault,
    severity: 'error',
    place,
    ...(at?.usedAt !== undefined && { usedAt: [at.usedAt] }),
    ...(section === 'endpoints' && typeof endpoint === 'string' && { coordinate: endpoint }),
  });
}

/** Why a name cannot be used as a part of this kind; undefined if it can. */
function faultOfName(
  { parts, unread, used }: Expansion,
  name: string,
  wanted: 'expression' | 'request',
): Fault | 'follow-up' | undefined {
  if (!Object.hasOwn(parts, name)) {
    if (isFollowUp(unread, 'MAP211', [])) return 'follow-up';
    const names = Object.keys(parts).filter((other) => kindOf(parts[other]) === wanted);
    // The part that is meant does not count as unused.
    const meant = closest(name, names);
    if (meant !== undefined) used.add(meant);
    const hint = names.length === 0 ? `Declare it under \`parts\`, with \`${wanted}\`.` : suggest(name, names);
    return { code: 'MAP211', message: `There is no part "${name}".`, hint };
  }
  const kind = kindOf(parts[name]);
  if (kind === wanted) return undefined;
  used.add(name);
  const where = wanted === 'expression' ? 'an expression' : 'a request';
  const hint =
    kind === 'request'
      ? 'Write `$part: name` as a key of a request.'
      : kind === 'expression'
        ? 'Write {name} in an expression.'
        : `Declare the part with \`${wanted}\`, or use it in SQL.`;
  return { code: 'MAP215', message: `The part "${name}" is ${kindWords[kind]}, which ${where} cannot contain.`, hint };
}

const circle: Omit<Fault, 'message'> = { code: 'MAP212', hint: 'Remove the part from its own text.' };

/** The text of a named expression; undefined if there is none of that name. */
function expressionOf({ parts }: Expansion, name: string): string | undefined {
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  return isMap(part) && typeof part.expression === 'string' ? part.expression : undefined;
}

const pathOfExpression = (name: string): Path => ['parts', name, 'expression'];

function expandedText(to: Expansion, piece: Piece, text: string, at: At): Piece {
  const form = formAt(at.path);
  if (form === 'other' || !text.includes('{')) return piece;
  const faults: UseFault[] = [];
  const lookUp = (name: string): string | undefined => {
    to.used.add(name);
    return to.broken.has(name) ? undefined : expressionOf(to, name);
  };
  const expand = form === 'expression' ? expandExpression : expandTemplate;
  const expanded = expand(text, lookUp, faults);
  for (const { use, inside } of faults) {
    const fault = faultOfName(to, use.name, 'expression');
    // What is wrong inside of a part is reported there.
    if (inside !== undefined || fault === undefined || fault === 'follow-up') continue;
    const { document, path } = originAt(piece.origin, []);
    report(to, document.place(path, 'value', use), fault, at);
  }
  if (expanded.text === text) return piece;
  const origin: Origin = { ...piece.origin };
  to.texts.set(origin, expanded);
  return { value: expanded.text, origin };
}

/** The value of a request part, expanded; undefined, and a report, if it cannot be used here. */
function requestPart(to: Expansion, use: Piece, name: string, at: At): Piece | undefined {
  to.used.add(name);
  const place = use.origin.document.place(use.origin.path);
  const fault = faultOfName(to, name, 'request');
  if (fault !== undefined) {
    if (fault !== 'follow-up') report(to, place, fault, at);
    return undefined;
  }
  if (at.inside.includes(name)) {
    report(to, place, { ...circle, message: `The part "${name}" contains itself.` }, at);
    return undefined;
  }
  const part = to.parts[name];
  const value = isMap(part) ? part.request : undefined;
  const usedAt = at.usedAt ?? place;
  const origin: Origin = { document: to.document, path: ['parts', name, 'request'], usedAt };
  return expandedPiece(to, { value, origin }, { path: at.path, inside: [...at.inside, name], usedAt });
}

/** The name in `$part: name`; undefined for any other value. */
function partName(piece: Piece | undefined): string | undefined {
  return typeof piece?.value === 'string' ? piece.value : undefined;
}

function expandedMap(to: Expansion, piece: Piece, at: At): Piece {
  const isRequest = formAt(at.path) === 'request';
  const members = new Map(membersOf(piece));
  const use = isRequest ? members.get('$part') : undefined;
  const name = partName(use);
  if (name !== undefined) members.delete('$part');
  const expanded = new Map(
    [...members].map(([key, member]) => [key, expandedPiece(to, member, { ...at, path: [...at.path, key] })] as const),
  );
  const isUnchanged = name === undefined && [...members].every(([key, member]) => expanded.get(key) === member);
  if (isUnchanged) return piece;
  const own = mapOf(expanded, piece.origin);
  if (use === undefined || name === undefined) return own;
  const part = requestPart(to, use, name, at);
  if (part === undefined || members.size === 0) return part ?? own;
  if (!isMap(part.value) && !Array.isArray(part.value)) {
    const message = `The part "${name}" is neither a map nor a list, so there can be no keys next to \`$part\`.`;
    const place = use.origin.document.place(use.origin.path);
    report(to, place, { code: 'MAP215', message, hint: 'Write `$part` alone, or make the part a map.' }, at);
    return own;
  }
  return mergePieces(part, own, (finding) => to.diagnostics.push(finding));
}

function expandedList(to: Expansion, piece: Piece, at: At): Piece {
  const items = itemsOf(piece);
  const expanded = items.flatMap((item, index) => {
    const own = expandedPiece(to, item, { ...at, path: [...at.path, index] });
    const isPart = own !== item && isMap(item.value) && Object.keys(item.value).join() === '$part';
    return isPart && Array.isArray(own.value) ? itemsOf(own) : [own];
  });
  const isUnchanged = expanded.length === items.length && expanded.every((item, index) => item === items[index]);
  return isUnchanged ? piece : listOf(expanded, piece.origin);
}

/** The piece with its parts inserted; the piece itself if it has none. */
function expandedPiece(to: Expansion, piece: Piece, at: At): Piece {
  if (typeof piece.value === 'string') return expandedText(to, piece, piece.value, at);
  if (Array.isArray(piece.value)) return expandedList(to, piece, at);
  return isMap(piece.value) ? expandedMap(to, piece, at) : piece;
}

/** Reports uses in the text of a named expression that cannot be expanded. What is wrong in another part is reported there. */
function reportUses(to: Expansion, name: string, faults: readonly UseFault[]): void {
  for (const { use, inside = name, circle: isCircle } of faults) {
    if (isCircle ? use.name !== name : inside !== name) continue;
    const fault = isCircle
      ? { ...circle, message: `The part "${name}" contains itself.` }
      : faultOfName(to, use.name, 'expression');
    if (fault === undefined || fault === 'follow-up') continue;
    // A wrong part does not count as unused as well.
    to.used.add(name);
    report(to, to.document.place(pathOfExpression(inside), 'value', use), fault);
  }
}

/** Reports an expression that JSONata cannot parse; whether it can. */
function isSyntaxCorrect(to: Expansion, name: string, { text, origins }: ExpandedText): boolean {
  const compiled = compileExpression(text);
  if (compiled.ok) return true;
  const at = origins[Math.min(compiled.offset, origins.length - 1)];
  // What is wrong in another part is reported there.
  if (at?.part !== undefined && at.part !== name) return false;
  to.used.add(name);
  const range = { offset: at?.offset ?? 0, length: 1 };
  report(to, to.document.place(pathOfExpression(name), 'value', range), syntaxFault(compiled.message));
  return false;
}

/** Reports what is wrong in the text of each named expression: names of parts, circles, syntax. Returns the names of the wrong ones. */
function checkExpressions(to: Expansion): ReadonlySet<string> {
  const names = Object.keys(to.parts).filter((name) => {
    const text = expressionOf(to, name);
    if (text === undefined) return false;
    const faults: UseFault[] = [];
    const expanded = expandExpression(text, (other) => expressionOf(to, other), faults, name);
    reportUses(to, name, faults);
    return faults.length > 0 || !isSyntaxCorrect(to, name, expanded);
  });
  return new Set(names);
}

/** The origin of the value at a path, the path below it, and where the part around it is used. */
function locate(
  root: Origin,
  path: Path,
): { readonly origin: Origin; readonly rest: Path; readonly usedAt: Place | undefined } {
  let origin = root;
  let usedAt = root.usedAt;
  for (const [index, segment] of path.entries()) {
    const member = origin.members?.get(String(segment));
    if (member === undefined) return { origin, rest: path.slice(index), usedAt };
    origin = member;
    usedAt = member.usedAt;
  }
  return { origin, rest: [], usedAt };
}

/** The document with the expanded value. Its places are those where each piece was written. */
function expandedDocument(to: Expansion, { value, origin: root }: Piece): ProfileDocument {
  const { document, texts, used } = to;
  const characterAt = (origin: Origin, rest: Path, { offset }: TextRange) => {
    const origins = rest.length === 0 ? texts.get(origin)?.origins : undefined;
    return origins?.[Math.min(offset, origins.length - 1)];
  };
  return {
    ...document,
    value,
    usedParts: used,
    place: (path, target, range) => {
      const { origin, rest } = locate(root, path);
      const whole = (own?: TextRange): Place => origin.document.place([...origin.path, ...rest], target, own);
      const character = range && characterAt(origin, rest, range);
      if (range === undefined || character === undefined) return whole(range);
      // What begins outside of a part and ends in one, or in another, is marked at its beginning.
      const { part, offset } = character;
      const last = characterAt(origin, rest, { ...range, offset: range.offset + Math.max(0, range.length - 1) });
      const end = last !== undefined && last.part === part ? last.offset : offset;
      const own: TextRange = { offset, length: Math.max(1, end - offset + 1) };
      return part === undefined ? whole(own) : document.place(pathOfExpression(part), 'value', own);
    },
    usedAt: (path, range) => {
      const { origin, rest, usedAt } = locate(root, path);
      const use = range && characterAt(origin, rest, range)?.use;
      return usedAt ?? (use && origin.document.place(origin.path, 'value', use));
    },
  };
}

/** A merged document with its named expressions and request parts inserted. `unread`: entries that could not be parsed. */
export function expandParts(
  document: ProfileDocument,
  unread: readonly Path[],
): { readonly document: ProfileDocument; readonly diagnostics: readonly Diagnostic[] } {
  const root: Piece = { value: document.value, origin: { document, path: [] } };
  const parts = membersOf(root).get('parts')?.value;
  const diagnostics: Diagnostic[] = [];
  const all: Expansion = {
    document,
    parts: isMap(parts) ? parts : {},
    unread,
    diagnostics,
    used: new Set(),
    broken: new Set(),
    texts: new Map(),
  };
  const expansion = { ...all, broken: checkExpressions(all) };
  const expanded = expandedPiece(expansion, root, { path: [], inside: [], usedAt: undefined });
  return { document: expandedDocument(expansion, expanded), diagnostics };
}
