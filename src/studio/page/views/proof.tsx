/** Proofs of the profile: what fails comes first, with what was expected and received side by side. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Project } from '../../protocol/project.ts';
import {
  type Proof,
  type ProofEntry,
  type ProofKind,
  type ProofRequest,
  proofKinds,
  type VerdictName,
  verdictNames,
} from '../../protocol/proof.ts';
import type { WriteLock } from '../../protocol/write-lock.ts';
import { CompareTable } from '../parts/compare-table.tsx';
import { duration } from '../parts/duration.ts';
import { FindingList } from '../parts/findings.tsx';
import { SandboxTarget } from '../parts/sandbox-target.tsx';
import { ScrolledText } from '../parts/scrolled-text.tsx';
import { countOf, VerdictSign, verdictTones, verdictWord } from '../parts/verdicts.tsx';
import { WindowedList } from '../parts/windowed-list.tsx';
import { UnlockButton } from '../parts/write-lock.tsx';
import type { ProofsState } from '../proofs.ts';
import { go, linkTo } from '../route.ts';

interface Kind {
  readonly title: string;
  readonly about: string;
  /** The heads of a comparison. */
  readonly heads: readonly [string, string];
  readonly button: string;
}

const compared: readonly [string, string] = ['Expected', 'Received'];

const kinds: Readonly<Record<ProofKind, Kind>> = {
  cases: {
    ...{ title: 'Cases', heads: compared, button: 'Run cases' },
    about: 'Runs the cases of the profile over its fixture, as engine test. The ERP of the settings is not used.',
  },
  conformance: {
    ...{ title: 'Conformance', heads: compared, button: 'Run checks' },
    about: 'Runs the checks that follow from the contract, over the fixture. They need no cases.',
  },
  mutation: {
    ...{ title: 'Mutation', heads: ['Profile', 'Mutant'], button: 'Try mutants' },
    about: 'Changes the profile in one place at a time. What neither a case nor a check detects, survives.',
  },
  sandbox: {
    ...{ title: 'Sandbox', heads: compared, button: 'Run sandbox' },
    about:
      'Acts as the platform, over the ERP of your settings or a running service. It only reads, unless run with writes.',
  },
  drift: {
    ...{ title: 'Drift', heads: compared, button: 'Compare' },
    about: 'Compares the ERP of your settings with the lock of the profile. It only reads.',
  },
};

export interface ProofViewInput {
  readonly project: Project;
  readonly state: ProofsState;
  readonly given: URLSearchParams;
  /** Whether writes may reach the ERP. */
  readonly lock: WriteLock | undefined;
}

export function ProofView({ project, state, given, lock }: ProofViewInput) {
  const kind = proofKinds.find((one) => one === given.get('kind')) ?? 'cases';
  const running = [...state.proofs.values()].find(({ status }) => status === 'running');
  return (
    <div class="proof">
      <div class="view-head">
        <h2>Proof</h2>
        <div class="segments" role="tablist" aria-label="Proofs" onKeyDown={moveTab}>
          {proofKinds.map((one) => (
            <KindTab key={one} kind={one} isCurrent={one === kind} proof={state.proofs.get(one)} />
          ))}
        </div>
        <label class="row small spread" title="Cases and conformance, after a file of the profile was saved">
          <input
            type="checkbox"
            checked={state.rerun}
            onChange={({ currentTarget }) => state.setRerun(currentTarget.checked)}
          />
          Run again on save
        </label>
      </div>
      {state.error !== undefined && (
        <div class="notice bad" role="alert">
          {state.error}
        </div>
      )}
      <OneProof key={kind} {...{ kind, project, state, running, lock }} proof={state.proofs.get(kind)} />
    </div>
  );
}

/** Arrow keys move between tabs. */
function moveTab(event: KeyboardEvent): void {
  const by =
    event.key === 'ArrowRight'
      ? 'nextElementSibling'
      : event.key === 'ArrowLeft'
        ? 'previousElementSibling'
        : undefined;
  const tab = event.target instanceof HTMLElement && by !== undefined ? event.target[by] : undefined;
  if (!(tab instanceof HTMLElement)) return;
  event.preventDefault();
  tab.focus();
  tab.click();
}

function KindTab({
  kind,
  isCurrent,
  proof,
}: {
  readonly kind: ProofKind;
  readonly isCurrent: boolean;
  readonly proof: Proof | undefined;
}) {
  const failed = proof === undefined ? 0 : countOf(proof.entries, 'failed') + proof.findings.length;
  const isRunning = proof?.status === 'running';
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isCurrent}
      aria-controls="proof-results"
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => go('proof', { kind })}
    >
      {kinds[kind].title}
      {isRunning && <span class="badge accent">running</span>}
      {!isRunning && failed > 0 && <span class="badge bad">{failed}</span>}
      {proof?.status === 'ended' && failed === 0 && countOf(proof.entries, 'passed') > 0 && (
        <VerdictSign verdict="passed" />
      )}
    </button>
  );
}

interface OneProofInput {
  readonly kind: ProofKind;
  readonly project: Project;
  readonly state: ProofsState;
  readonly proof: Proof | undefined;
  readonly running: Proof | undefined;
  readonly lock: WriteLock | undefined;
}

function OneProof({ kind, project, state, proof, running, lock }: OneProofInput) {
  const [options, setOptions] = useState<Omit<ProofRequest, 'kind'>>(kind === 'mutation' ? { sample: 50 } : {});
  const isRunning = proof?.status === 'running';
  const start = (): void => state.start({ kind, ...options });
  const latest = useRef(start);
  latest.current = start;
  const cancel = state.cancel;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) latest.current();
      else if (event.key === 'Escape' && isRunning) cancel();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isRunning, cancel]);
  return (
    <div class="proof-body" id="proof-results" role="tabpanel" aria-label={kinds[kind].title}>
      <section class="panel proof-head" aria-label="Run">
        <div class="row wrap">
          <p class="quiet">{kinds[kind].about}</p>
          <span class="row spread">
            <Options {...{ kind, project, options }} onChange={setOptions} />
            {kind === 'drift' && (
              <button type="button" disabled={isRunning} onClick={() => state.start({ kind, lock: true })}>
                Write the lock
              </button>
            )}
            {isRunning ? (
              <button type="button" onClick={cancel}>
                Cancel <kbd>Esc</kbd>
              </button>
            ) : (
              <button type="button" class="primary" onClick={start}>
                {kinds[kind].button} <kbd>Ctrl Enter</kbd>
              </button>
            )}
          </span>
        </div>
        {kind === 'sandbox' && (
          <div class="row wrap">
            <SandboxTarget
              isService={options.service === true}
              onChange={(service) => setOptions({ ...options, service })}
            />
            <SandboxWrites {...{ lock, isRunning }} onRun={() => state.start({ kind, ...options, writes: true })} />
          </div>
        )}
        {running !== undefined && !isRunning && (
          <p class="quiet small">{kinds[running.kind].title} is running. A new run ends it.</p>
        )}
        {proof !== undefined && <Progress proof={proof} />}
        {proof?.notes.map((note) => (
          <p key={note} class="small">
            {note}
          </p>
        ))}
      </section>
      {proof !== undefined && proof.findings.length > 0 && (
        <section class="panel proof-findings" aria-label="Findings">
          <FindingList findings={proof.findings} />
        </section>
      )}
      {proof !== undefined && proof.entries.length > 0 && <Results {...{ kind, project, proof }} />}
      {proof === undefined && <p class="empty">Not run in this session.</p>}
    </div>
  );
}

interface SandboxWritesInput {
  readonly lock: WriteLock | undefined;
  readonly isRunning: boolean;
  readonly onRun: () => void;
}

/** Keys only read: a run that creates documents needs its own button, which writes have to be unlocked for. */
function SandboxWrites({ lock, isRunning, onRun }: SandboxWritesInput) {
  if (lock === undefined) return null;
  return (
    <span class="spread">
      {lock.isUnlocked ? (
        <button type="button" class="danger" disabled={isRunning} onClick={onRun}>
          Run with writes into the ERP
        </button>
      ) : (
        <UnlockButton lock={lock} />
      )}
    </span>
  );
}

interface OptionsInput {
  readonly kind: ProofKind;
  readonly project: Project;
  readonly options: Omit<ProofRequest, 'kind'>;
  readonly onChange: (options: Omit<ProofRequest, 'kind'>) => void;
}

/** What the run is restricted to. */
function Options({ kind, project, options, onChange }: OptionsInput) {
  if (kind === 'drift') return null;
  if (kind !== 'mutation')
    return (
      <input
        type="search"
        class="narrow"
        aria-label={`Only ${kind === 'cases' ? 'cases' : 'checks'} with this text`}
        placeholder="Only with this text"
        value={options.filter ?? ''}
        onInput={({ currentTarget: { value } }) => onChange({ ...options, filter: value })}
      />
    );
  return (
    <>
      <select
        class="narrow"
        aria-label="Endpoint"
        value={options.endpoint ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...options, endpoint: value === '' ? undefined : value })
        }
      >
        <option value="">All endpoints</option>
        {project.endpoints
          .filter((one) => one.kind !== 'service')
          .map(({ path, title }) => (
            <option key={path} value={path}>
              {title}
            </option>
          ))}
      </select>
      <select
        class="narrow"
        aria-label="Number of mutants"
        value={String(options.sample ?? '')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...options, sample: value === '' ? undefined : Number(value) })
        }
      >
        {[20, 50, 200].map((count) => (
          <option key={count} value={count}>
            {count} mutants
          </option>
        ))}
        <option value="">All mutants</option>
      </select>
    </>
  );
}

function Progress({ proof }: { readonly proof: Proof }) {
  const { status, progress, entries, ms, findings, notes } = proof;
  const { what, done, total, current } = progress;
  const isRunning = status === 'running';
  const counts = verdictNames
    .map((verdict) => ({ verdict, count: countOf(entries, verdict) }))
    .filter(({ count }) => count > 0);
  const rest = isRunning ? Math.max(0, total - entries.length) : 0;
  const spoken = counts.map(({ verdict, count }) => `${count} ${verdictWord(proof.kind, verdict)}`).join(', ');
  return (
    <>
      {(entries.length > 0 || isRunning) && (
        <div
          class={`share ${isRunning ? 'is-running' : ''}`}
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={Math.max(total, 1)}
          aria-valuenow={isRunning ? done : Math.max(total, 1)}
        >
          {counts.map(({ verdict, count }) => (
            <span key={verdict} class={verdict.replace(' ', '-')} style={{ flex: count }} />
          ))}
          {(rest > 0 || entries.length === 0) && <span class="rest" style={{ flex: Math.max(rest, 1) }} />}
        </div>
      )}
      <p class="row wrap small quiet">
        {isRunning ? (
          <>
            <span>
              {what}
              {total > 0 ? `: ${done} of ${total}` : '…'}
            </span>
            <span class="mono current">{current}</span>
          </>
        ) : (
          <>
            <span>
              {status === 'cancelled' ? 'Cancelled after ' : ''}
              {duration(ms)}
            </span>
            {status === 'ended' && entries.length + findings.length + notes.length === 0 && <span>No results.</span>}
          </>
        )}
      </p>
      <span class="hidden" role="status">
        {isRunning ? 'Running' : `${status}: ${spoken}`}
      </span>
    </>
  );
}

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
    const plain = `${endpoint} ${title} ${place?.file}`;
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    return { name: `${plain} ${count}`, entry };
  });
  return named.sort((one, other) => importance(one.entry.verdict) - importance(other.entry.verdict));
}

function Results({
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
          keyOf={({ name }) => name}
          isCurrent={(one) => one === current}
          onPick={({ name }) => setPicked(name)}
          render={({ entry: { verdict: own, title, endpoint } }) => (
            <>
              <VerdictSign verdict={own} word={verdictWord(kind, own)} />
              <span class="text" title={endpoint === undefined ? title : `${title} (${endpoint})`}>
                {title}
                <span class="hidden"> {endpoint}</span>
              </span>
            </>
          )}
        />
      </section>
      {current !== undefined && <Entry key={current.name} {...{ kind, project }} entry={current.entry} />}
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

function Entry({
  kind,
  project,
  entry,
}: {
  readonly kind: ProofKind;
  readonly project: Project;
  readonly entry: ProofEntry;
}) {
  const { verdict, title, endpoint, place, reasons, comparison, details, ms } = entry;
  const isFile = place !== undefined && project.files.some(({ path }) => path === place.file);
  return (
    <section class="panel answer proof-entry" aria-label="Result">
      <h3>{title}</h3>
      <p class="row wrap small">
        <span class={`badge ${verdictTones[verdict]}`}>{verdictWord(kind, verdict)}</span>
        {endpoint !== undefined && <span class="mono">{endpoint}</span>}
        {ms !== undefined && <span class="quiet">{duration(ms)}</span>}
        {place !== undefined && isFile && (
          <a class="plain mono" href={linkTo('profile', { file: place.file, line: place.line })}>
            {place.file}:{place.line}
          </a>
        )}
        {place !== undefined && !isFile && (
          <span class="mono quiet">
            {place.file}:{place.line}
          </span>
        )}
      </p>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {comparison.length > 0 && <CompareTable heads={kinds[kind].heads} lines={comparison} />}
      {details.map(({ label, text }) => (
        <details key={label}>
          <summary>{label}</summary>
          <ScrolledText text={text} />
        </details>
      ))}
      {verdict === 'passed' && reasons.length === 0 && <p class="quiet">It is as expected.</p>}
    </section>
  );
}
