/** Claims of writes as text for people, and as JSON for tools. */
import { printable } from '../../engine/diagnostics/cells.ts';
import type { Claim } from '../../engine/index.ts';

/** The answer's fields: `saleId 17, receivedAt 2026-05-01T10:00:00.000Z`. */
function answerText(members: string): string {
  return Object.entries(answerOf(members))
    .map(([name, value]) => `${name} ${printable(String(value))}`)
    .join(', ');
}

function answerOf(members: string): object {
  const answer: unknown = JSON.parse(`{${members}}`);
  return typeof answer === 'object' && answer !== null ? answer : {};
}

function stateText({ result, freeSince }: Claim): string {
  if (result !== null) return answerText(result);
  return freeSince === null ? 'none: the write was stopped half way' : `none: free since ${freeSince}`;
}

/** A line for each, in columns. `more`: there are others that are not shown. */
export function listText(claims: readonly Claim[], more: boolean): string {
  if (claims.length === 0) return 'Nothing was written.\n';
  const rows = claims.map((claim) => [
    claim.createdAt,
    claim.endpoint,
    printable(claim.naturalKey),
    stateText(claim) + (claim.released.length > 0 ? ` (released ${claim.released.length} before)` : ''),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${lines.join('\n')}\n${more ? 'There are more; --limit shows them.\n' : ''}`;
}

/** What a person does about sources that keep no claims; nothing where there are none. */
export function unclaimedText(sources: readonly string[]): string {
  if (sources.length === 0) return '';
  const which = sources.length === 1 ? `The source ${sources[0]} keeps` : `The sources ${sources.join(', ')} keep`;
  return (
    `${which} no claims (\`claims: lock\`): there, a key answers with the document that the ERP holds under it, and no list is kept. ` +
    'Look it up in the ERP. To have a key written anew, delete its document in the ERP, or give it another reference there.\n'
  );
}

/** One claim in full. */
export function claimText(claim: Claim): string {
  const lines = [
    `endpoint  ${claim.endpoint}`,
    `key       ${printable(claim.naturalKey)}`,
    `claim     ${claim.id}`,
    `written   ${claim.createdAt}`,
    `answer    ${stateText(claim)}`,
    ...claim.released.map(
      ({ result, createdAt, releasedAt }) =>
        `released  ${releasedAt}, written ${createdAt}, answered ${answerText(result)}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** The same for tools; `answer` is null while the key is free, and where a write was stopped half way. */
export function claimJson({
  id,
  endpoint,
  naturalKey,
  payload,
  createdAt,
  result,
  freeSince,
  released,
}: Claim): object {
  return {
    claim: id,
    endpoint,
    key: naturalKey,
    payload,
    createdAt,
    answer: result === null ? null : answerOf(result),
    freeSince,
    released: released.map((one) => ({
      createdAt: one.createdAt,
      releasedAt: one.releasedAt,
      answer: answerOf(one.result),
    })),
  };
}
