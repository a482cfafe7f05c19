/** Writes as text for people. */
import { printable } from '../../../engine/host/index.ts';
import type { Write } from '../../../engine/tools/index.ts';
import { answerText, stateText } from '../../service/lifecycle/write-texts.ts';
import { tableText } from '../shared/text-table.ts';

/** The key, with its claim id if it contains characters that cannot be typed. */
function keyText({ key, id }: Write): string {
  const shown = printable(key);
  return shown === key ? key : `${shown} (claim ${id})`;
}

/** A line for each write, in columns. `more`: whether there are further writes. */
export function listText(writes: readonly Write[], more: boolean): string {
  const rows = writes.map((write) => [
    write.createdAt,
    write.endpoint,
    keyText(write),
    stateText(write.state) + (write.released.length > 0 ? ` (released ${write.released.length} before)` : ''),
  ]);
  return `${tableText(rows)}${more ? 'There are more. Increase --limit to show them.\n' : ''}`;
}

/** All data of one write. */
export function writeText(write: Write): string {
  const lines = [
    `endpoint  ${write.endpoint}`,
    `key       ${printable(write.key)}`,
    `claim     ${write.id}`,
    `claim in  ${write.source === undefined ? 'the store' : `the database of ${printable(write.source)}`}`,
    `written   ${write.createdAt}`,
    `answer    ${stateText(write.state)}`,
    ...write.released.map(
      ({ result, createdAt, releasedAt }) =>
        `released  ${releasedAt}, written ${createdAt}, answered ${answerText(result)}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
