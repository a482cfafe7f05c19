/** Recognises follow-up findings: those that are only caused by a piece of the profile that could not be read. One mistake is reported once. */

import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isPrefixOf } from '../yaml/path.ts';

/** Findings that something is unused. Any dropped piece may be its use. */
const unused: readonly Code[] = ['MAP205', 'MAP214', 'MAP246'];

/** Findings that something is missing or unused. */
const missing: readonly Code[] = [...unused, 'MAP112', 'MAP116', 'MAP261', 'MAP267', 'MAP281', 'MAP285'];

/** Findings that a name is unknown. A dropped piece of the same entry may define it. */
const unknownNames: readonly Code[] = [
  ...(['MAP222', 'MAP231', 'MAP234', 'MAP236', 'MAP251', 'MAP252', 'MAP253', 'MAP254', 'MAP255', 'MAP256'] as const),
  ...(['MAP258', 'MAP264', 'EXP302', 'EXP304', 'REQ606', 'REQ607', 'REQ609', 'REQ610'] as const),
];

/** Findings that a name is not declared, by the section that would declare it. */
const undeclared: Readonly<Record<string, readonly Code[]>> = {
  settings: ['MAP201'],
  parts: ['MAP211'],
  facts: ['MAP245'],
  ids: ['MAP231', 'MAP241', 'MAP242', 'MAP243', 'MAP267'],
};

/** Whether a finding at a path is only caused by dropped pieces. All paths are those of the original document. */
export function isFollowUp(dropped: readonly Path[], code: Code, path: Path): boolean {
  if (dropped.length === 0) return false;
  if (unused.includes(code)) return true;
  return dropped.some((piece) => {
    const [section = '', name] = piece;
    // A missing endpoint is a separate mistake, even if others were dropped.
    if (isPrefixOf(path, piece) && code !== 'MAP261') return true;
    if (piece.length <= 2 && (ownMember(undeclared, String(section)) ?? []).includes(code)) return true;
    const isInSameEntry = name !== undefined && isPrefixOf([section, name], path);
    return isInSameEntry && (missing.includes(code) || unknownNames.includes(code));
  });
}

/** Whether a finding means that a part of the text was not read, or was read as something else than intended. */
function isUnreadText({ code }: Diagnostic): boolean {
  return code.startsWith('YAML') || code === 'MAP108' || code === 'MAP109';
}

/** Findings whose lost text is known. With any other unread text, anything may be missing. */
const bounded: readonly Code[] = ['YAML101', 'YAML102', 'YAML103', 'YAML106', 'YAML113', 'MAP108', 'MAP109'];

/**
 * The findings of parsing a profile, followed by those of the next phase without follow-ups of unread text: findings on the same line, and
 * missing things if it is not known what the text contained.
 */
export function withoutFollowUps(parsing: readonly Diagnostic[], next: readonly Diagnostic[]): readonly Diagnostic[] {
  const unread = parsing.filter(isUnreadText);
  const lineOf = ({ place }: Diagnostic): string => `${place?.file}:${place?.line}`;
  const lines = unread.map(lineOf);
  const isUnbounded = unread.some(({ code }) => !bounded.includes(code));
  const isCaused = (finding: Diagnostic): boolean =>
    lines.includes(lineOf(finding)) || (isUnbounded && missing.includes(finding.code));
  return [...parsing, ...next.filter((finding) => !isCaused(finding))];
}
