/** Findings about the configuration. */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Place } from '../../engine/index.ts';

/** An error that keeps the service from starting. */
export function fault(code: Diagnostic['code'], message: string, hint: string, place?: Place): Diagnostic {
  return { code, severity: 'error', message, hint, place };
}

/** Something that looks like a mistake, and is not in the way. */
export function warning(code: Diagnostic['code'], message: string, hint: string, place?: Place): Diagnostic {
  return { code, severity: 'warning', message, hint, place };
}
