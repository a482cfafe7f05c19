/** The documentation of a diagnostic code. */

/** Texts for readers who meet the code for the first time. */
export interface CodeEntry {
  /** A few words, as in an index. */
  readonly title: string;
  /** What the finding means, why it is reported and what to do about it. */
  readonly explanation: string;
  /** A piece of a profile or of a configuration that raises the code. */
  readonly wrong: string;
  /** The same piece, corrected. */
  readonly right: string;
  /**
   * The start of a service reports less than `engine check`, so that a stricter check does not stop an installation that runs: a warning in
   * place of an error, or nothing in place of a warning.
   */
  readonly atStart?: 'warning' | 'nothing';
  /**
   * The message names the cause, such as a name that does not exist. Findings with the same message and the same correction are reported as
   * one, with all places: `groupFindings`.
   */
  readonly oneCause?: true;
}
