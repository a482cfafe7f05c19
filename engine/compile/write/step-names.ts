/** Names of the steps of a write: which ones a step may use, and which names are allowed. */

import type { Fields } from '../../base/contract.ts';
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import type { WriteStep } from '../../plan/write.ts';
import { singleTypes, type ValueType } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import { columnNames, type Names, pageVariables, requestItemNames, withNames } from '../names/expression-names.ts';
import { requestType } from '../names/known-values.ts';

const reserved = ['settings', 'request', 'rows', 'key', 'now', 'today', 'found', 'id', 'engine', ...pageVariables];

/** Why a step or variable cannot have this name, as the end of a sentence; undefined where it can. `taken`: the names of earlier steps. */
export function objectionToStep(name: string, request: Fields, taken: readonly string[]): string | undefined {
  if (reserved.includes(name)) return 'is a reserved name';
  if (taken.includes(name)) return 'is the name of an earlier step';
  // SQL cannot use a list of the request as a value, so a step may have its name: `lines: { rows: lines }`.
  const field = ownMember(request, name);
  return field === undefined || field.type === 'list' ? undefined : `would hide the request field :${name}`;
}

/** The steps of one write that have been compiled so far. */
export interface StepNames {
  readonly taken: readonly string[];
  /** Names of the columns that they return, where these are known. */
  readonly columnNames: ReadonlyMap<string, Names>;
  /** The types of their results, where these are known. */
  readonly types: ReadonlyMap<string, ValueType>;
  /** Reports a name that cannot be used. */
  check(path: Path, name: string): void;
  add(name: string, columnNames: Names | undefined, type?: ValueType): void;
  /** The steps that have not been compiled yet. */
  later(): readonly string[];
}

/** `all`: the names of all steps, in their order. */
export function stepNames(context: CompileContext, request: Fields, all: readonly string[]): StepNames {
  const taken: string[] = [];
  const columnNames = new Map<string, Names>();
  const types = new Map<string, ValueType>();
  return {
    taken,
    columnNames,
    types,
    check(path, name) {
      const why = objectionToStep(name, request, taken);
      if (why === undefined) return;
      context.report('MAP266', { path, key: true, message: `"${name}" ${why}.`, hint: 'Choose another name.' });
    },
    add(name, names, type) {
      taken.push(name);
      if (type !== undefined) types.set(name, type);
      if (names !== undefined) columnNames.set(name, names);
    },
    later: () => all.filter((name) => !taken.includes(name)),
  };
}

/** The names of the members that all values of the type together have; undefined if some may have others. */
function memberNames(type: ValueType): readonly string[] | undefined {
  const types = singleTypes(type);
  const names = types.flatMap((one) => (one.kind === 'object' && !one.open ? [[...one.members.keys()]] : []));
  return names.length === 0 || names.length < types.length ? undefined : [...new Set(names.flat())];
}

/**
 * The names that the item of `each` has, where its list is the result of a step, a list of the request, or an expression over these whose items have known
 * members.
 */
export function itemNames(
  each: WriteStep['each'],
  request: Fields,
  steps: Pick<StepNames, 'columnNames' | 'types'>,
): readonly (readonly [string, Names])[] {
  if (each === undefined) return [];
  const { variable, items } = each;
  const field = ownMember(request, items.text.trim());
  const ofList = field?.type === 'list' ? requestItemNames(field.items) : undefined;
  const ofStep = items.bareVariable === undefined ? undefined : steps.columnNames.get(items.bareVariable);
  const members = (ofList ?? ofStep) ? undefined : memberNames(items.infer(requestType(request), steps.types).type);
  const names = ofList ?? ofStep ?? (members === undefined ? undefined : columnNames(members));
  return names === undefined ? [] : [[variable, { ...withNames(names, ['number']), isList: false }]];
}
