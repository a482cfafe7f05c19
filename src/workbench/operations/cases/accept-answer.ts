/** Writes the answer that a case has received into the case. */

import { updateOf } from '../../testing/updates.ts';
import { inFolder, Refused } from '../access/folder.ts';
import { casePlace, type SessionRecords } from '../workspace/session-records.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** `place`: of the case, as the run has reported it. Rejects with `Refused` if the case, or its status, cannot be taken. */
export function acceptAnswer(
  { folder, root, place: shownPlace }: Workspace,
  { failedCases }: SessionRecords,
  place: { readonly file: string; readonly line: number },
): void {
  const failed = [...failedCases.values()].find(({ result }) => {
    const { file, line } = result.testCase.place;
    return casePlace(shownPlace({ file, line, column: 1, length: 0 })) === casePlace(place);
  });
  if (failed === undefined) throw new Refused('The last run has no failed case there. Run the cases again.');
  const { file, result } = failed;
  const update = updateOf(file, [result], false);
  if (update === undefined || update.left.length > 0)
    throw new Refused(
      'The case got another status than it expects: check the profile, or change the case in its text.',
    );
  const path = inFolder(root, file.file);
  if (path === undefined) throw new Refused(`${file.name} is not in the folder of the profile.`);
  folder.write(path, update.after);
}
