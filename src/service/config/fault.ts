/** Constructors of findings about the configuration. */
import type { Diagnostic, Place } from '../../../engine/index.ts';

/** An error: the service does not start. */
export function fault(code: Diagnostic['code'], message: string, hint: string, place?: Place): Diagnostic {
  return { code, severity: 'error', message, hint, place };
}

/** A likely mistake that does not keep the service from starting. */
export function warning(code: Diagnostic['code'], message: string, hint: string, place?: Place): Diagnostic {
  return { code, severity: 'warning', message, hint, place };
}
