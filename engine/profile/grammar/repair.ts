/** The grammar, and what is left of a profile that it refuses: all else of it is checked in the same run. */

import type { Path } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { type Profile, profileSchema } from '../schema/index.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { followsFrom } from './follow-up-findings.ts';
import { type GrammarFault, grammarFaults } from './grammar-faults.ts';
import { valueAt } from './grammar-words.ts';
import { profileJsonSchema } from './json-schema.ts';
import { type Changes, changed, keyOf, noChanges } from './repaired-value.ts';

export interface Mended {
  /** Undefined where what is left says too little: it has no endpoints, or a source is not known. */
  readonly profile: Profile | undefined;
  /** Gives the places of what is left, and knows what only follows from what is not. */
  readonly document: ProfileDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/** What can stand for pieces whose content no other piece depends on, by their last key. */
const standIns: Readonly<Record<string, unknown>> = { profile: 'unnamed', contract: '', connection: {}, file: '-' };

/** Rounds of leaving out: each may take away a piece that holds the one before it. */
const rounds = 12;

function standInFor(path: Path): { readonly value: unknown } | undefined {
  const [section, name] = path;
  const last = String(path.at(-1));
  if (path.length === 2 && section === 'endpoints') return { value: { unavailable: String(name) } };
  const isKnown = path.length === 1 || section === 'sources';
  return isKnown && Object.hasOwn(standIns, last) ? { value: standIns[last] } : undefined;
}

/** What nothing can be said without. */
const isVital = (section: Path[number] | undefined): boolean =>
  section === undefined || section === 'sources' || section === 'endpoints';

/** Takes a piece away, or puts something in its place; for one that is missing, or whose loss was tried, what holds it. */
function leaveOut(path: Path, value: unknown, changes: Changes): void {
  const key = keyOf(path);
  const wasTried = changes.replaced.has(key) || changes.dropped.some((other) => keyOf(other) === key);
  const other = wasTried ? undefined : standInFor(path);
  if (other !== undefined) {
    changes.replaced.set(key, { path, value: other.value });
    changes.dropped.push(path);
  } else if (path.length > 1 && (wasTried || valueAt(value, path) === undefined)) {
    leaveOut(path.slice(0, -1), value, changes);
  } else changes.dropped.push(path);
}

/** Reads a slip as what was meant. False where nothing is known to be, or it stands there already. */
function readAsMeant({ path, meant }: GrammarFault, value: unknown, changes: Changes): boolean {
  if (meant === undefined) return false;
  const key = keyOf(path);
  switch (meant.kind) {
    case 'key': {
      const meantPath = [...path.slice(0, -1), meant.key];
      const taken = [...changes.renamed.values()].map((other) => [...other.path.slice(0, -1), other.name]);
      if (valueAt(value, meantPath) !== undefined || taken.some((other) => keyOf(other) === keyOf(meantPath)))
        return false;
      changes.renamed.set(key, { path, name: meant.key });
      return true;
    }
    case 'value': {
      if (changes.replaced.has(key)) return false;
      changes.replaced.set(key, { path, value: meant.value });
      return true;
    }
  }
}

/** Holds a document against the grammar. `unread` are pieces of its text that could not be read, and are not in its value. */
export function mend(document: ProfileDocument, unread: readonly Path[], kinds?: readonly DatabaseKind[]): Mended {
  const changes = noChanges();
  for (const path of unread) leaveOut(path, undefined, changes);
  const diagnostics: Diagnostic[] = [];
  const schema = profileJsonSchema(kinds);
  let isLosing = false;
  for (let round = 0; round < rounds; round += 1) {
    const view = changed(document, changes);
    const whole: ProfileDocument = {
      ...view,
      isConsequence: (code, path) => followsFrom(changes.dropped, code, view.written(path)),
    };
    const parsed = profileSchema(kinds).safeParse(view.value);
    if (parsed.success) {
      const isBlind = changes.dropped.some(([section, ...more]) => section === 'sources' && more.length < 2);
      return { profile: isBlind ? undefined : parsed.data, document: whole, diagnostics };
    }
    const faults = grammarFaults(parsed.error.issues, view, schema);
    const found = faults.map((fault) => ({ ...fault, path: view.written(fault.path) }));
    // What was meant may be whole: only what is still refused then is left out.
    const slips = found.filter((fault) => !isLosing && readAsMeant(fault, document.value, changes));
    const losses = slips.length > 0 ? [] : found;
    const isNews = ({ path, diagnostic: { code } }: GrammarFault): boolean =>
      !whole.isConsequence(code, path) && !(unread.length > 0 && path.length === 1 && code === 'MAP102');
    if (!isLosing) diagnostics.push(...[...slips, ...losses].filter(isNews).map(({ diagnostic }) => diagnostic));
    for (const { path } of losses) leaveOut(path, document.value, changes);
    isLosing ||= losses.length > 0;
    if (losses.some(({ path: [section], path }) => path.length < 2 && isVital(section))) break;
  }
  return { profile: undefined, document, diagnostics };
}
