/** Paths and steps that consist of names. */

import type { NodeOf, Step } from './tree.ts';

/** Whether the path consists of names only, and its value is a sequence nowhere. */
export function givesMember(node: NodeOf<'path'>): boolean {
  return node.filters.length === 0 && !node.keepArray && plainNames(node) !== undefined;
}

/** The names of a path that consists of names only. */
export function plainNames(node: NodeOf<'path'>): readonly string[] | undefined {
  if (node.keepSingleton || node.group !== undefined) return undefined;
  return namesOf(node.steps);
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
