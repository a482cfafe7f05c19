/** What a run of a case file gets, and what it gives. */

import type {
  ActualResult,
  Coverage,
  DeclaredSource,
  Difference,
  LoadedCase,
  LoadedCases,
  RanStatement,
} from '../../../engine/tools/index.ts';
import type { ProfileInput } from '../../service/lifecycle/load-profile.ts';
import type { Fixtures, NotRun } from './fixture/fixture.ts';
import type { RecordedRequest } from './mock-script.ts';
import type { ProfileChecks } from './profile-checks.ts';

/** The result of one case. */
export interface CaseResult {
  readonly testCase: LoadedCase;
  /** The request body. */
  readonly request: object;
  readonly actual: ActualResult;
  /** How the answer differs from the expected one. */
  readonly answerDifferences: readonly Difference[];
  /** How the sent statements and requests differ from the expected ones. */
  readonly sentDifferences: readonly Difference[];
  /** How the requests and the answers of the case disagree with the description of their source: a sentence for each. */
  readonly disagreements: readonly string[];
  /**
   * Why the differences are meaningless: the database's stand-in could not run the case. A clause without a full
   * stop.
   */
  readonly notTested: string | undefined;
  /** Statements sent to databases. */
  readonly statements: readonly RanStatement[];
  /** Requests sent to ERPs by HTTP. */
  readonly requests: readonly RecordedRequest[];
  /** Warnings and errors of the log. */
  readonly log: readonly string[];
  readonly ms: number;
}

export type FileResult = { readonly kind: 'ran'; readonly results: readonly CaseResult[] } | NotRun;

/** A profile that is tested. */
export interface TestedProfile extends Omit<ProfileInput, 'installation'> {
  /** The text of the profile where it differs from that of the file. */
  readonly profileText?: string | undefined;
}

/** A profile that is tested over its fixture. */
export interface FixtureRun extends TestedProfile {
  readonly fixtures: Fixtures;
  /** Folders of the profile and its base profiles, nearest first. */
  readonly folders: readonly string[];
}

export interface FileRun extends FixtureRun {
  /** Shared by the runs of one text of a profile. */
  readonly checks: ProfileChecks;
  /** Called after each case, reported or not. */
  readonly onCase?: () => void;
  /** Ends the run after the first case whose answer differs. */
  readonly untilFailed?: true;
  /** Ends the run after the current case. */
  readonly signal?: AbortSignal | undefined;
  /** Absolute path of the fixture of this file; undefined: that of the folders. */
  readonly ownFixture?: string | undefined;
  readonly sources: readonly DeclaredSource[];
  readonly loaded: LoadedCases;
  /** Whether a case is reported. Others run too, because they may write data that later cases need. */
  readonly isSelected: (testCase: LoadedCase) => boolean;
  /** Collects coverage; undefined if it is not requested. */
  readonly coverage?: Coverage | undefined;
}

/** Whether the answer and the requests of a case are as expected, and as the description of the ERP allows. Meaningless if the case was not tested. */
export const passes = ({ answerDifferences, sentDifferences, disagreements }: CaseResult): boolean =>
  answerDifferences.length + sentDifferences.length + disagreements.length === 0;
