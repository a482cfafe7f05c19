/** Why a check is not tested: a record that the data lacks, a technical reason, or the limit of a run. */
import type { Path } from '../../../contract/types.ts';

/** A record that a check needs. */
export interface Datum {
  /** Which record, with which property: a noun phrase for people. */
  readonly needs: string;
  /** The endpoint whose query reads the record: a report names its table. */
  readonly path: Path;
}

export type Gap =
  /** `seen`: what was found instead, or why the ERP refused what was tried: a clause; empty where there is nothing to say. */
  | { readonly kind: 'missing datum'; readonly datum: Datum; readonly seen: string }
  /** More data does not help: the kind of run, the ERP or an earlier failure prevents the check. `reason`: a clause. */
  | { readonly kind: 'not possible here'; readonly reason: string }
  /** The run reads or waits no longer. `reason`: a clause. */
  | { readonly kind: 'limit'; readonly reason: string };

/** The reason as one clause. */
export function gapText(gap: Gap): string {
  switch (gap.kind) {
    case 'missing datum':
      return `the data lacks what it needs: ${gap.datum.needs}${gap.seen === '' ? '' : `; ${gap.seen}`}`;
    case 'not possible here':
    case 'limit':
      return gap.reason;
  }
}
