/** Opens the service's own store, or says why it cannot be used. */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { fault } from '../config/fault.ts';
import { type BookmarkStore, openBookmarks } from './bookmarks.ts';

export type OpenedStore =
  | { readonly ok: true; readonly bookmarks: BookmarkStore }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Opens the store in `file`. */
export function openStore(file: string, now: () => number): OpenedStore {
  try {
    return { ok: true, bookmarks: openBookmarks(file, now) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = 'Set store (ENGINE_STORE) to a file in a folder that the service may write to.';
    return { ok: false, diagnostic: fault('CFG503', `The store ${file} cannot be opened: ${why}.`, hint) };
  }
}
