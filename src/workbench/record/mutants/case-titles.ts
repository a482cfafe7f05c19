/** Titles of recorded cases: what each of them shows. */
import { refusalOf } from '../../../service/server/refusal.ts';
import type { RecordedCall } from '../session.ts';

/** Changes that a title names, and characters of each. */
const [mostChanges, mostCharacters] = [2, 70];

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}...` : line;
}

/** With which changes of the profile the case fails: `without the condition c.active = 1`, `with SUM made MAX`. */
function changesText(changes: readonly string[]): string {
  const distinct = [...new Set(changes.map(shortened))];
  const named = distinct
    .slice(0, mostChanges)
    .map((change) => (change.startsWith('without ') ? change : `with ${change}`));
  const more = distinct.length - named.length;
  return `${named.join(' and ')}${more > 0 ? `, and with ${more} more change${more === 1 ? '' : 's'}` : ''}`;
}

/** What the endpoint did: the refused fields, or how many rows it has answered. */
function outcomeText({ outcome, request }: RecordedCall): string {
  if (!outcome.ok) {
    const { status, fields = [] } = refusalOf(outcome.problem);
    const named = fields.map(({ field, rule }) => `${field} (${rule})`).slice(0, mostChanges);
    return `refuses with ${status}${named.length === 0 ? '' : `: ${named.join(', ')}`}`;
  }
  const given = Object.keys(request).join(', ');
  return given === '' ? 'answers a request without fields' : `answers a request with ${given}`;
}

/** Titles in the order of the calls, each once. `changes`: what a call shows that no call before it shows. */
export function titledCalls(
  chosen: readonly { readonly call: RecordedCall; readonly changes: readonly string[] }[],
): readonly RecordedCall[] {
  const counts = new Map<string, number>();
  return chosen.map(({ call, changes }) => {
    const title = `${call.path} ${changes.length === 0 ? outcomeText(call) : `fails ${changesText(changes)}`}`;
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    return { ...call, shows: count === 1 ? title : `${title} (${count})` };
  });
}
