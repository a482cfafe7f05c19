/** Compares a new recording with an earlier one: which answers of the ERP have changed. */
import type { Contract } from '../../../engine/index.ts';
import { ExactNumber, jsonText, type LoadedCase, loadCases } from '../../../engine/tools/index.ts';

/** A recorded case whose request was answered in another way now. */
interface AnswerDrift {
  readonly call: string;
  /** The title of the earlier case. */
  readonly title: string;
  readonly line: number;
  /** Where the first difference is: `invoices[3].amountOpen`. */
  readonly place: string;
}

interface Compared {
  readonly drifts: readonly AnswerDrift[];
  /** Cases with the same request in both recordings. */
  readonly compared: number;
  /** Earlier cases whose request was not repeated. */
  readonly missing: number;
}

const caseKey = ({ call, request = {} }: LoadedCase): string =>
  `${call} ${jsonText(Object.fromEntries(Object.entries(request).sort()))}`;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

function placeOf(one: unknown, other: unknown, path: string): string | undefined {
  if (!isMap(one) || !isMap(other)) return jsonText([one]) === jsonText([other]) ? undefined : path;
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const next = Array.isArray(one) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const differentPlace = placeOf(one[name], other[name], next);
    if (differentPlace !== undefined) return differentPlace;
  }
  return undefined;
}

/** The cases of texts; undefined if there is none, or if one of the texts is no file of cases. */
function casesOf(texts: readonly string[], contract: Contract): readonly LoadedCase[] | undefined {
  const all = texts.map((text) => loadCases(text, 'recorded.yaml', contract, undefined).loaded?.cases);
  return all.length === 0 || all.includes(undefined) ? undefined : all.flatMap((cases) => cases ?? []);
}

/** `earlier` and `later`: the files of cases of two recordings with the same key. Undefined if there is nothing to compare. */
export function compareRecordings(
  earlier: readonly string[],
  later: readonly string[],
  contract: Contract,
): Compared | undefined {
  const [before, after] = [casesOf(earlier, contract), casesOf(later, contract)];
  if (before === undefined || after === undefined) return undefined;
  const answers = new Map(after.map((one) => [caseKey(one), one]));
  const drifts: AnswerDrift[] = [];
  let compared = 0;
  for (const one of before) {
    const now = answers.get(caseKey(one));
    if (now === undefined) continue;
    compared += 1;
    const outcome = ({ response, error }: LoadedCase): unknown => response ?? { error: error?.status };
    const place = placeOf(outcome(one), outcome(now), '');
    if (place !== undefined) drifts.push({ call: one.call, title: one.case, line: one.place.line, place });
  }
  return { drifts, compared, missing: before.length - compared };
}
