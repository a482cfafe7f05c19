/** What an operator can do with the claims of one place. */
import type { Decision } from '../../run/write/durable/operator-resolution.ts';
import type { ClaimFilter } from '../../sources/sql/claims/claim-admin.ts';
import type { Write } from './write.ts';

export type Change =
  | { readonly kind: 'changed'; readonly after: Write }
  /** There is nothing to do. */
  | { readonly kind: 'unneeded'; readonly write: Write }
  /** Its state does not allow it; `reason` says why and what to do, in whole sentences. */
  | { readonly kind: 'refused'; readonly write: Write; readonly reason: string }
  /** The claim has changed since it was read. */
  | { readonly kind: 'overtaken'; readonly write: Write }
  | { readonly kind: 'absent' };

/** All functions reject with `SourceError`. */
export interface ClaimAdmin {
  /** For messages: `the source "erp"`, `the store`. */
  readonly place: string;
  /** The source; undefined for the store. */
  readonly source: string | undefined;
  /** Part of the keys of this installation's claims here. */
  readonly installation: string;
  /** Whether writes of this endpoint may be here. */
  serves(endpoint: string): boolean;
  /** Newest first. */
  list(filter: ClaimFilter): Promise<readonly Write[]>;
  read(id: string): Promise<Write | undefined>;
  /** Frees the key of a write that was read here. */
  release(write: Write): Promise<Change>;
  /** Resolves a doubtful write. */
  resolve(write: Write, decision: Decision): Promise<Change>;
}

/** The message if there is no doubt to resolve. */
export function undoubted({ state, source }: Write): string {
  switch (state.kind) {
    case 'done':
      return 'Its outcome is known: it is answered for ever. To free the key, release it.';
    case 'free':
      return 'There is nothing to resolve: the key is free, and the next request with it writes the document.';
    case 'being written':
      return `A request is at work on it, until ${state.until} at most. Look again then.`;
    case 'interrupted':
      return 'No request is in doubt. The next one with this key looks the document up, and continues from the result.';
    case 'half done':
      return 'A procedure or trigger of the ERP ended its transaction before it was done. Complete or remove the partial document in the ERP, then release the key: the next request finds the completed document, or writes it anew.';
    case 'begun':
      return 'The ERP has a part of the document, and the next request with this key goes on with it. If the part was removed by hand, resolve it with --not-written; if it was completed, with --answer.';
    case 'undoing':
      return `The ERP refused a later step, and the service removes what "${state.step}" created. Look again at ${state.lookAt}.`;
    case 'held':
      return source === undefined
        ? 'Its outcome is in doubt.'
        : 'The document and its claim were written together. Check the document in the ERP, then release the key: the next request finds the document, or writes it.';
    case 'unknown':
      return 'Its outcome is in doubt.';
  }
}
