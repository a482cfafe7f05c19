/** Paths and steps that consist of names. */

import type { NodeOf, Step } from './tree.ts';

/** Whether the path consists of names, perhaps behind a variable, and its value is a sequence nowhere. */
export const givesMember = (node: NodeOf<'path'>): boolean =>
  node.filters.length === 0 && !node.keepArray && plainPath(node) !== undefined;

/** The names of a path that consists of names, and the variable that it begins with. */
export function plainPath({
  steps,
  keepSingleton,
  group,
}: NodeOf<'path'>):
  | { readonly variable: NodeOf<'variable'> | undefined; readonly names: readonly string[] }
  | undefined {
  if (keepSingleton || group !== undefined) return undefined;
  const [first, ...more] = steps;
  const variable =
    first?.kind === 'node' && first.node.type === 'variable' && isPlainStep(first) ? first.node : undefined;
  const names = namesOf(variable === undefined ? steps : more);
  return names === undefined || names.length === 0 ? undefined : { variable, names };
}

/** The names that the steps consist of; undefined if one is something else. */
export function namesOf(steps: readonly Step[]): readonly string[] | undefined {
  const names = steps.flatMap((step) =>
    step.kind === 'node' && step.node.type === 'name' && isPlainStep(step) ? [step.node.name] : [],
  );
  return names.length === steps.length ? names : undefined;
}

/** Whether a step has no filter, no group and no `[]`. */
export const isPlainStep = ({ node, filters }: Extract<Step, { kind: 'node' }>): boolean =>
  filters.length === 0 && node.filters.length === 0 && node.group === undefined && !node.keepArray;
