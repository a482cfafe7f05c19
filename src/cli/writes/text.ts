/** Writes as text for people. */
import { printable } from '../../../engine/diagnostics/terminal-cells.ts';
import type { Write, WriteState } from '../../../engine/tools/index.ts';
import type { SearchedStore } from '../../service/open-writes.ts';
import { answerOf } from './json.ts';

/** The fields of an answer: `saleId 17, receivedAt 2026-05-01T10:00:00.000Z`. */
export function answerText(members: string): string {
  return Object.entries(answerOf(members))
    .map(([name, value]) => `${name} ${printable(String(value))}`)
    .join(', ');
}

function stateText(state: WriteState): string {
  switch (state.kind) {
    case 'done':
      return answerText(state.answer);
    case 'free':
      return `none: free since ${state.since}`;
    case 'being written':
      return `none yet: the write is in progress, until ${state.until} at the latest`;
    case 'interrupted':
      return `none: interrupted at ${state.since}, the next request continues`;
    case 'begun':
      return `none: begun at ${state.since}, the next request continues`;
    case 'unknown': {
      const what = state.step === undefined ? 'has the document' : `executed "${printable(state.step)}"`;
      return `unknown whether the ERP ${what}: next lookup at ${state.lookAt}`;
    }
    case 'undoing':
      return `refused, undoing "${printable(state.step)}", next lookup at ${state.lookAt}: ${printable(state.reason)}`;
    case 'held':
      return `held, needs a decision: ${printable(state.reason)}`;
    case 'half done':
      return 'none: the write was stopped before its last step';
  }
}

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
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
  return `${lines.join('')}${more ? 'There are more. Increase --limit to show them.\n' : ''}`;
}

/** The store that was searched. If it has no claims, probably another one is meant. */
export function storeText({ address, kept }: SearchedStore): string {
  return kept
    ? `The store is ${printable(address)}.`
    : `There is no store at ${printable(address)}, or no service has stored writes in it. Set the store of the service with \`--store\` or \`--config\`.`;
}

/** How to handle keys of sources without claims; empty if there are none. */
export function unclaimedText(sources: readonly string[]): string {
  if (sources.length === 0) return '';
  const which = sources.length === 1 ? `The source ${sources[0]} has` : `The sources ${sources.join(', ')} have`;
  return (
    `${which} no claims (\`claims: lock\`): a key is answered with the document that the ERP has under it, and there is no list of keys. ` +
    'Look the document up in the ERP. To write a key again, delete its document in the ERP, or change its reference there.'
  );
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
