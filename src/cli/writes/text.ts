/** Writes as text for people. */
import { printable } from '../../../engine/diagnostics/terminal-cells.ts';
import type { Write, WriteState } from '../../../engine/index.ts';
import { answerOf } from './json.ts';

/** A store, as it is shown, and whether it holds writes. */
export interface LookedAt {
  readonly address: string;
  readonly kept: boolean;
}

/** The answer's fields: `saleId 17, receivedAt 2026-05-01T10:00:00.000Z`. */
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
      return `none yet: being written, until ${state.until} at most`;
    case 'interrupted':
      return `none: interrupted at ${state.since}, the next request goes on`;
    case 'begun':
      return `none: begun at ${state.since}, the next request goes on`;
    case 'unknown':
      return `unknown whether the ERP did "${printable(state.step)}": looked up next at ${state.lookAt}`;
    case 'held':
      return `held for a person: ${printable(state.reason)}`;
    case 'half done':
      return 'none: the write was stopped half way';
  }
}

/** A key that cannot be shown cannot be typed: its claim can. */
function keyText({ key, id }: Write): string {
  const shown = printable(key);
  return shown === key ? key : `${shown} (claim ${id})`;
}

/** A line for each, in columns. `more`: there are others that are not shown. */
export function listText(writes: readonly Write[], more: boolean): string {
  const rows = writes.map((write) => [
    write.createdAt,
    write.endpoint,
    keyText(write),
    stateText(write.state) + (write.released.length > 0 ? ` (released ${write.released.length} before)` : ''),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
  return `${lines.join('')}${more ? 'There are more; --limit shows them.\n' : ''}`;
}

/** The store that was looked at, and what that tells. `kept`: some service has kept writes there. */
export function storeText({ address, kept }: LookedAt): string {
  return kept
    ? `The store is ${printable(address)}.`
    : `There is no store at ${printable(address)}, or no service has kept writes in it yet: name the one that the service has, by \`--store\` or by the \`--config\` it is in.`;
}

/** What a person does about sources that keep no claims; nothing where there are none. */
export function unclaimedText(sources: readonly string[]): string {
  if (sources.length === 0) return '';
  const which = sources.length === 1 ? `The source ${sources[0]} keeps` : `The sources ${sources.join(', ')} keep`;
  return (
    `${which} no claims (\`claims: lock\`): there, a key answers with the document that the ERP holds under it, and no list is kept. ` +
    'Look it up in the ERP. To have a key written anew, delete its document in the ERP, or give it another reference there.'
  );
}

/** One write in full. */
export function writeText(write: Write): string {
  const lines = [
    `endpoint  ${write.endpoint}`,
    `key       ${printable(write.key)}`,
    `claim     ${write.id}`,
    `kept in   ${write.source === undefined ? 'the store' : `the database of ${printable(write.source)}`}`,
    `written   ${write.createdAt}`,
    `answer    ${stateText(write.state)}`,
    ...write.released.map(
      ({ result, createdAt, releasedAt }) =>
        `released  ${releasedAt}, written ${createdAt}, answered ${answerText(result)}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
