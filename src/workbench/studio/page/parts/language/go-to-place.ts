/** Opens a place of the profile or its bases. */
import type { ShownPlace } from '../../../../operations/protocol/findings.ts';
import { go } from '../../route.ts';

/** A base of the profile is no file of this page; the merged profile names the file and line of each of its lines. */
export function goToPlace({ file, line, column }: ShownPlace, isOpen: boolean): void {
  if (isOpen) go('profile', { file, line, column });
  else go('profile', { merged: 1, origin: `${file}:${line}` });
}
