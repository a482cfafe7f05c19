/** The result of one check of an installation, for an operator. */

export interface HealthCheck {
  /** What was checked: `version`, `clock`. */
  readonly name: string;
  /** `unchecked`: `what` is the reason. */
  readonly status: 'ok' | 'warning' | 'error' | 'unchecked';
  /** What was found, in one sentence, without secrets. */
  readonly what: string;
  /** The consequence. */
  readonly why?: string | undefined;
  /** What to do: a command or a statement where possible. */
  readonly fix?: string | undefined;
}
