/** The result of `engine doctor`: checks in groups. */
import type { Diagnostic } from '../../../engine/index.ts';
import type { HealthCheck } from '../../../engine/tools/index.ts';

export interface CheckGroup {
  readonly name: string;
  readonly checks: readonly HealthCheck[];
}

/** A finding as a check. Advice is none. */
export function findingCheck({ code, severity, message, hint, place }: Diagnostic): readonly HealthCheck[] {
  if (severity === 'advice') return [];
  const where = place === undefined ? '' : ` (${place.file}:${place.line})`;
  return [
    { name: code, status: severity, what: `${message}${where}`, why: `See \`engine explain ${code}\`.`, fix: hint },
  ];
}
