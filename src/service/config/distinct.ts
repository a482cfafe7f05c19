/** Findings of several services, which may inherit the same faulty value or use the same profile. */
import type { Diagnostic } from '../../../engine/index.ts';

/** The findings without repetitions. */
export function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byContent = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return [...byContent.values()];
}
