/** Compares the proposals of `engine init` with what is right for a schema. */
import type { Proposal } from '../../src/workbench/init/propose/draft.ts';
import type { Expected } from './expected.ts';
import { fieldSources, recordsOf } from './fields.ts';

export type Verdict = 'right' | 'wrong' | 'undecided';

export interface Scored {
  readonly field: string;
  readonly verdict: Verdict;
  /** A question that names the right column first, so that a person only has to agree. */
  readonly isFirst: boolean;
  readonly proposed: string | undefined;
  readonly expected: readonly string[];
}

/** A question about the table leaves all fields of the endpoint open. */
const asksForTable = ({ questions }: Proposal): boolean =>
  questions.has('') || [...questions.values()].some((text) => /^Is .+ the right table/.test(text));

function scoreField(proposal: Proposal, field: string, expected: readonly string[]): Omit<Scored, 'field'> {
  const part = proposal.parts.find((one) => one.field === field || one.field.startsWith(`${field}.`));
  const proposed = part?.from;
  const isRight = proposed !== undefined && expected.includes(proposed.toLowerCase());
  const rest = { proposed, expected };
  // The amount of an entry has two fields in the contract; its question is under the first.
  const asked = field === 'lines.amount' ? [field, 'lines.debit'] : [field];
  const isOpen =
    asked.some((name) => proposal.questions.has(name)) ||
    (field.startsWith('lines.') && proposal.questions.has('lines'));
  if (asksForTable(proposal) || isOpen) return { verdict: 'undecided', isFirst: isRight, ...rest };
  if (part === undefined) return { verdict: expected.length === 0 ? 'right' : 'wrong', isFirst: false, ...rest };
  return { verdict: isRight ? 'right' : 'wrong', isFirst: isRight, ...rest };
}

/** A condition is right in the query, open in a question, and wrong where a query without it is complete. */
function scoreCondition(proposal: Proposal, column: string): Verdict {
  const names = new RegExp(`\\b${column.replaceAll(/[$^*+?.()|[\]{}\\]/g, String.raw`\$&`)}\\b`, 'i');
  if (asksForTable(proposal) || [...proposal.questions.values()].some((text) => names.test(text))) return 'undecided';
  const isCondition = (line: string): boolean =>
    (/where|and|filter|eq/i.test(line) && !/^select/i.test(line.trim()) && names.test(line)) ||
    // A parameter of a request with a fixed value.
    new RegExp(String.raw`^\s*${column}: "[^{]`).test(line);
  if (proposal.keys.some(isCondition)) return 'right';
  return proposal.questions.size > 0 ? 'undecided' : 'wrong';
}

/** Every field and condition of the expectation that an endpoint needs. */
export function scored(proposals: readonly Proposal[], { columns, conditions }: Expected): readonly Scored[] {
  const byPath = new Map(proposals.map((one) => [one.path, one]));
  const fields = Object.entries(fieldSources).flatMap(([path, members]) => {
    const proposal = byPath.get(path);
    if (proposal === undefined) return [];
    return Object.entries(members).flatMap(([field, source]) => {
      const expected = columns.get(source);
      return expected === undefined ? [] : [{ field: `${path} ${field}`, ...scoreField(proposal, field, expected) }];
    });
  });
  const wheres = Object.entries(recordsOf).flatMap(([path, records]) => {
    const proposal = byPath.get(path);
    if (proposal === undefined) return [];
    return records.flatMap((record) =>
      (conditions[record] ?? []).map((column) => ({
        field: `${path} condition on ${column}`,
        verdict: scoreCondition(proposal, column),
        isFirst: false,
        proposed: undefined,
        expected: [column],
      })),
    );
  });
  return [...fields, ...wheres];
}
