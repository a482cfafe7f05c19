/** One result of a run in the form that pages show: of a case, of a check, of a mutant. */
import type { ComparedLine } from './compared-lines.ts';

/** `not applicable`: nothing has to be proved. */
export type Verdict = 'passed' | 'failed' | 'not tested' | 'not applicable';

/** All verdicts, those that need attention first. */
export const verdicts: readonly Verdict[] = ['failed', 'not tested', 'passed', 'not applicable'];

/** A text that explains a result, such as the statements that were sent. */
export interface ReportDetail {
  readonly label: string;
  readonly text: string;
}

export interface ReportEntry {
  readonly verdict: Verdict;
  readonly title: string;
  /** The path of the endpoint that it is about; undefined for a result about the whole profile. */
  readonly endpoint: string | undefined;
  /** The line that defines it, in the file's name for messages. */
  readonly place: { readonly file: string; readonly line: number } | undefined;
  /** Sentences that say why it did not pass, or how it did. */
  readonly reasons: readonly string[];
  /** What was expected and received; empty if nothing differs. */
  readonly comparison: readonly ComparedLine[];
  readonly details: readonly ReportDetail[];
  /** Of a case: its request as JSON. */
  readonly request?: string | undefined;
  /** Milliseconds. */
  readonly ms: number | undefined;
}

/** Entries that belong together, such as the cases of a file. */
export interface ReportGroup {
  readonly name: string;
  readonly entries: readonly ReportEntry[];
}

/** The number of entries with exactly this verdict. */
export const countVerdict = (entries: readonly ReportEntry[], verdict: Verdict): number =>
  entries.filter((entry) => entry.verdict === verdict).length;

/** The results of one profile. */
export interface ReportedProfile {
  /** The name of its file for messages. */
  readonly name: string;
  /** Its title, which names the ERP. */
  readonly erp: string;
  readonly groups: readonly ReportGroup[];
}
