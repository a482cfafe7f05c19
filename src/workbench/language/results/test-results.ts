/** Results of test runs, as `engine test` wrote them. */
export interface CaseFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}

/** The numbers of passed and failed cases of an endpoint. */
interface EndpointResult {
  readonly passed: number;
  readonly failed: number;
}

/** The last run of the cases of one endpoint. */
export interface EndpointRun {
  readonly result: EndpointResult | undefined;
  /** As in `TestResults`. */
  readonly reached: ReadonlyMap<number, number> | undefined;
}

export interface TestResults {
  /** The files with cases, of the profile and its bases. */
  readonly cases: readonly CaseFile[];
  /** Passed and failed cases by endpoint; undefined if no results were written. */
  readonly results: ReadonlyMap<string, EndpointResult> | undefined;
  /** By line of the profile, from 1: how often its points were reached; undefined if no coverage was written. */
  readonly reached: ReadonlyMap<number, number> | undefined;
  /** Runs of single endpoints since then, by endpoint. */
  readonly alone?: ReadonlyMap<string, EndpointRun>;
}
