/** Results of test runs, as `engine test` wrote them. */
export interface CaseFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}

export interface TestResults {
  /** The files with cases, of the profile and its bases. */
  readonly cases: readonly CaseFile[];
  /** Passed and failed cases by endpoint; undefined if no results were written. */
  readonly results: ReadonlyMap<string, { readonly passed: number; readonly failed: number }> | undefined;
  /** By line of the profile, from 1: how often its points were reached; undefined if no coverage was written. */
  readonly reached: ReadonlyMap<number, number> | undefined;
}
