/** The state of expanding the parts of a profile, and the faults in uses of parts. */
import { isMap, ownMember } from '../../base/members.ts';
import type { Path, Place } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { closest, suggestion } from '../../diagnostics/did-you-mean.ts';
import { isFollowUp } from '../grammar/follow-up-findings.ts';
import type { Origin } from '../overlay/piece.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import type { TextFault } from '../yaml/text-fault.ts';
import type { ExpandedText } from './expand-text.ts';

type PartKind = 'expression' | 'request' | 'SQL' | 'table';

/** What a part is, by its keys. A part that is not valid counts as what its keys say. */
function kindOf(part: unknown): PartKind {
  if (!isMap(part)) return 'SQL';
  if (Object.hasOwn(part, 'expression')) return 'expression';
  if (Object.hasOwn(part, 'request')) return 'request';
  return Object.hasOwn(part, 'sql') ? 'SQL' : 'table';
}

const kindWords: Readonly<Record<PartKind, string>> = {
  expression: 'an expression',
  request: 'a part of a request',
  SQL: 'SQL',
  table: 'a table',
};

/** The state of the expansion of one profile. */
export interface Expansion {
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
export interface At {
  readonly path: Path;
  readonly inside: readonly string[];
  readonly usedAt: Place | undefined;
}

type Fault = Omit<TextFault, 'start' | 'end'>;

/** Reports a fault; `at`: where the faulty piece is used. */
export function report(to: Expansion, place: Place, fault: Fault, at?: At): void {
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
export function faultOfName(
  { parts, unread, used }: Expansion,
  name: string,
  wanted: 'expression' | 'request',
): Fault | 'follow-up' | undefined {
  if (!Object.hasOwn(parts, name)) {
    if (isFollowUp(unread, 'MAP211', [])) return 'follow-up';
    const names = Object.keys(parts).filter((other) => kindOf(parts[other]) === wanted);
    // The part that is meant does not count as unused.
    const near = closest(name, names);
    if (near !== undefined) used.add(near);
    const cure =
      names.length === 0
        ? { hint: `Declare it under \`parts\`, with \`${wanted}\`.` }
        : suggestion(name, names, (part) => (wanted === 'expression' ? `{${part}}` : part));
    return { code: 'MAP211', message: `There is no part "${name}".`, ...cure };
  }
  const kind = kindOf(ownMember(parts, name));
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

/** The fault of a part that contains itself, without its message. */
export const circle: Omit<Fault, 'message'> = { code: 'MAP212', hint: 'Remove the part from its own text.' };

/** The text of a named expression; undefined if there is none of that name. */
export function expressionOf({ parts }: Expansion, name: string): string | undefined {
  const part = ownMember(parts, name);
  return isMap(part) && typeof part.expression === 'string' ? part.expression : undefined;
}

/** The path of the text of a named expression. */
export const pathOfExpression = (name: string): Path => ['parts', name, 'expression'];
