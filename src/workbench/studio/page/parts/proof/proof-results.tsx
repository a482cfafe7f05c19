/** The results of a proof: a list, failures first, and the picked one. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Board, Project } from '../../../../operations/protocol/project.ts';
import { type Proof, type ProofKind, type VerdictName, verdictNames } from '../../../../operations/protocol/proof.ts';
import type { Resource } from '../../resource.ts';
import type { CallsState } from '../calls.ts';
import { countOf, VerdictSign, verdictTones, verdictWord } from '../verdicts.tsx';
import { WindowedList } from '../windowed-list.tsx';
import { type EntryGroup, groupedEntries, type NamedEntry } from './grouped-entries.ts';
import { ProofResult } from './proof-result.tsx';

/** Whether a group is open until it is clicked: where something needs attention. */
const isOpenAtFirst = ({ verdict }: EntryGroup): boolean => verdict === 'failed' || verdict === 'not tested';

interface ProofResultsInput {
  readonly kind: ProofKind;
  readonly project: Project;
  readonly board: Resource<Board>;
  readonly proof: Proof;
  readonly calls: CallsState;
}

/**
 * A list by endpoint, which a verdict filters, and the result that is picked in it; without a pick, the first one. The pick stays when the proof
 * runs again.
 */
export function ProofResults({ kind, project, board, proof, calls }: ProofResultsInput) {
  const [verdict, setVerdict] = useState<VerdictName>();
  const [picked, setPicked] = useState<string>();
  /** Groups that have been opened or closed, by their names. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { entries } = proof;
  const counts = verdictNames.filter((name) => countOf(entries, name) > 0);
  const filter = verdict !== undefined && counts.includes(verdict) ? verdict : undefined;
  const groups = useMemo(
    () => groupedEntries(filter === undefined ? entries : entries.filter((one) => one.verdict === filter), project),
    [entries, filter, project],
  );
  const isOpen = (group: EntryGroup): boolean =>
    toggled.get(group.name) ?? (filter !== undefined || groups.length === 1 || isOpenAtFirst(group));
  const items = groups.flatMap((group) => (isOpen(group) ? [group, ...group.entries] : [group]));
  const shown = items.filter((item) => item.kind === 'entry');
  const current = shown.find(({ name }) => name === picked) ?? shown[0];
  const pick = (item: EntryGroup | NamedEntry): void => {
    if (item.kind === 'entry') setPicked(item.name);
    else setToggled(new Map(toggled).set(item.name, !isOpen(item)));
  };
  return (
    <div class="proof-columns">
      <section class="panel tables" aria-label="Results">
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
          items={items}
          itemKey={({ kind: form, name }) => `${form} ${name}`}
          isCurrent={(one) => one === current}
          isExpanded={(one) => (one.kind === 'group' ? isOpen(one) : undefined)}
          onPick={pick}
          onMove={(item) => item.kind === 'entry' && pick(item)}
          render={(item) =>
            item.kind === 'group' ? (
              <GroupHead {...{ kind }} group={item} />
            ) : (
              <EntryLine {...{ kind }} entry={item.entry} />
            )
          }
        />
      </section>
      {current !== undefined && (
        <ProofResult key={current.name} {...{ kind, project, board, calls }} entry={current.entry} />
      )}
    </div>
  );
}

/** An endpoint, and how many of its results have each verdict. */
function GroupHead({ kind, group }: { readonly kind: ProofKind; readonly group: EntryGroup }) {
  const { title, entries } = group;
  return (
    <>
      <strong class="text">{title}</strong>
      <span class="row spread">
        {verdictNames.map((name) => {
          const count = entries.filter(({ entry }) => entry.verdict === name).length;
          return (
            count > 0 && (
              <span key={name} class={`badge ${verdictTones[name]}`} title={`${count} ${verdictWord(kind, name)}`}>
                {count}
                <span class="hidden"> {verdictWord(kind, name)}</span>
              </span>
            )
          );
        })}
      </span>
    </>
  );
}

function EntryLine({ kind, entry }: { readonly kind: ProofKind } & Pick<NamedEntry, 'entry'>) {
  const { verdict, title } = entry;
  return (
    <>
      <span class="inset" />
      <VerdictSign verdict={verdict} word={verdictWord(kind, verdict)} />
      <span class="text" title={title}>
        {title}
      </span>
    </>
  );
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
