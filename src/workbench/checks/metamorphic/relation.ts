/** A change of the ERP's rows, and what it showed. */
import type { Path } from '../../../contract/types.ts';
import { type Difference, differenceText } from '../core/answer-differences.ts';
import type { CheckContext } from '../core/context.ts';
import type { ErpData } from '../core/erp-data.ts';
import type { Gap } from '../core/gap.ts';
import { OutOfTime, withinTime } from './time-limit.ts';

export interface DifferenceAfterChange {
  readonly difference: Difference;
  /** Which rows were changed, for people: a clause in the past tense. */
  readonly change: string;
}

export interface Relation {
  readonly findings: readonly DifferenceAfterChange[];
  /** The endpoints whose answers were compared. */
  readonly compared: ReadonlySet<Path>;
  /** Why changes could not be made, or answers not be compared. */
  readonly gaps: readonly Gap[];
}

/** The result of a change that was not made, or after which no answers were compared. */
export const nothingCompared = (gap: Gap): Relation => ({ findings: [], compared: new Set(), gaps: [gap] });

/** Changes rows, compares answers, and undoes the changes. */
export type Compare = (context: CheckContext, data: ErpData) => Promise<Relation>;

/** One line of a report: the difference, then the rows that were changed. */
export const differenceAfterChangeText = ({ difference, change }: DifferenceAfterChange): string =>
  `${differenceText(difference)} after ${change}`;

const results = new WeakMap<CheckContext, Map<Compare, Promise<Relation>>>();

/** The changes of a run are made once: the checks of all endpoints judge the same answers. */
export function resultOf(compare: Compare, context: CheckContext, data: ErpData): Promise<Relation> {
  const ofContext = results.get(context) ?? new Map<Compare, Promise<Relation>>();
  results.set(context, ofContext);
  const result = ofContext.get(compare) ?? inTime(compare, context, data);
  ofContext.set(compare, result);
  return result;
}

async function inTime(compare: Compare, context: CheckContext, data: ErpData): Promise<Relation> {
  const bounded = withinTime(context, data);
  try {
    return await compare(bounded.context, bounded.data);
  } catch (error) {
    if (error instanceof OutOfTime) return nothingCompared(gapOfError(error));
    throw error;
  }
}

/** Why a change is not tested: the message of what prevented it. */
export const gapOfError = (error: unknown): Gap => {
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof OutOfTime ? 'limit' : 'not possible here', reason };
};
