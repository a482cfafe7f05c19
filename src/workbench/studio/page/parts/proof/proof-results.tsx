/** The results of a proof: a list, failures first, and the picked one. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Project } from '../../../../operations/protocol/project.ts';
import {
  type Proof,
  type ProofEntry,
  type ProofKind,
  type VerdictName,
  verdictNames,
} from '../../../../operations/protocol/proof.ts';
import { countOf, VerdictSign, verdictTones, verdictWord } from '../verdicts.tsx';
import { WindowedList } from '../windowed-list.tsx';
import { ProofResult } from './proof-result.tsx';

const importance = (verdict: VerdictName): number => verdictNames.indexOf(verdict);

/** An entry with a name that stays the same when the proof runs again. */
interface NamedEntry {
  readonly name: string;
  readonly entry: ProofEntry;
}

/** What needs attention first. */
function sortedEntries(entries: readonly ProofEntry[]): readonly NamedEntry[] {
  const seen = new Map<string, number>();
  const named = entries.map((entry) => {
    const { title, endpoint, place } = entry;
    const resultKey = `${endpoint} ${title} ${place?.file}`;
    const count = (seen.get(resultKey) ?? 0) + 1;
    seen.set(resultKey, count);
    return { name: `${resultKey} ${count}`, entry };
  });
  return named.sort((one, other) => importance(one.entry.verdict) - importance(other.entry.verdict));
}

/** A list that a verdict filters, and the result that is picked in it; without a pick, the first one. The pick stays when the proof runs again. */
export function ProofResults({
  kind,
  project,
  proof,
}: {
  readonly kind: ProofKind;
  readonly project: Project;
  readonly proof: Proof;
}) {
  const [verdict, setVerdict] = useState<VerdictName>();
  const [picked, setPicked] = useState<string>();
  const { entries } = proof;
  const sorted = useMemo(() => sortedEntries(entries), [entries]);
  const counts = verdictNames.filter((name) => countOf(entries, name) > 0);
  const filter = verdict !== undefined && counts.includes(verdict) ? verdict : undefined;
  const shown = filter === undefined ? sorted : sorted.filter(({ entry }) => entry.verdict === filter);
  const current = shown.find(({ name }) => name === picked) ?? shown[0];
  return (
    <div class="proof-columns">
      <section class="panel tables" aria-label="Results" onKeyDown={moveItem}>
        <fieldset class="row wrap chips">
          <legend class="hidden">Show</legend>
          <Chip isOn={filter === undefined} tone="" onClick={() => setVerdict(undefined)}>
            {entries.length} all
          </Chip>
          {counts.map((name) => (
            <Chip key={name} isOn={filter === name} tone={verdictTones[name]} onClick={() => setVerdict(name)}>
              {countOf(entries, name)} {verdictWord(kind, name)}
            </Chip>
          ))}
        </fieldset>
        <WindowedList
          label="Results"
          items={shown}
          itemKey={({ name }) => name}
          isCurrent={(one) => one === current}
          onPick={({ name }) => setPicked(name)}
          render={({ entry: { verdict: entryVerdict, title, endpoint } }) => (
            <>
              <VerdictSign verdict={entryVerdict} word={verdictWord(kind, entryVerdict)} />
              <span class="text" title={endpoint === undefined ? title : `${title} (${endpoint})`}>
                {title}
                <span class="hidden"> {endpoint}</span>
              </span>
            </>
          )}
        />
      </section>
      {current !== undefined && <ProofResult key={current.name} {...{ kind, project }} entry={current.entry} />}
    </div>
  );
}

/** Arrow keys move in the list. */
function moveItem(event: KeyboardEvent): void {
  const item = event.target instanceof HTMLElement ? event.target.closest('.windowed li') : null;
  const other =
    event.key === 'ArrowDown'
      ? item?.nextElementSibling
      : event.key === 'ArrowUp'
        ? item?.previousElementSibling
        : null;
  const button = other?.querySelector('button');
  if (button === null || button === undefined) return;
  event.preventDefault();
  button.focus();
  button.click();
}

function Chip({
  isOn,
  tone,
  onClick,
  children,
}: {
  readonly isOn: boolean;
  readonly tone: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}) {
  return (
    <button type="button" class={`badge chip ${tone}`} aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  );
}
