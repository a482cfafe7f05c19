/** A case of a call without its title: proven by a run of `engine test`, and not written yet. */
import type { CaseFileInput, ReplayedCall } from '../../record/case-text.ts';
import type { Recording } from '../../record/record.ts';

/** `ok: false`: why there is none, as a sentence. */
export type Proven =
  | {
      readonly ok: true;
      readonly recording: Pick<Recording, 'files' | 'leaks' | 'review'>;
      readonly cases: CaseFileInput;
      readonly call: ReplayedCall;
      readonly folders: readonly string[];
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

export type ProvenCase = Extract<Proven, { readonly ok: true }>;

/** Where the files are until the case has a title. */
export const untitled = { writtenBy: 'engine studio', caseFile: 'cases/case.yaml', fixture: 'cases/case' } as const;
