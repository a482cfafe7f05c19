/** Places of the language service in the form of the page. */
import { displayPath } from '../../service/config/display-path.ts';
import type { FileRange, Range } from '../language/index.ts';
import type { Lines } from '../language/text/positions.ts';
import { inFolder } from './access/folder.ts';
import type { ShownPlace } from './protocol/findings.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Offsets of a range in its text. */
export const spanOf = (lines: Lines, { start, end }: Range): { readonly from: number; readonly to: number } => ({
  from: lines.offsetAt(start),
  to: lines.offsetAt(end),
});

/** Places count from 1. One that spans lines is shown by its first line. */
export function placeOf({ root, host }: Workspace, { file, range: { start, end } }: FileRange): ShownPlace {
  const length = start.line === end.line ? end.character - start.character : 1;
  return {
    file: inFolder(root, file) ?? displayPath(host.cwd, file),
    ...{ line: start.line + 1, column: start.character + 1, length },
  };
}
