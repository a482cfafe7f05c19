/** Proofs of the profile: what fails comes first, with what was expected and received side by side. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Board, Project } from '../../../operations/protocol/project.ts';
import { type Proof, type ProofKind, type ProofRequest, proofKinds } from '../../../operations/protocol/proof.ts';
import type { WriteLock } from '../../../operations/protocol/write-lock.ts';
import type { CallsState } from '../parts/calls.ts';
import { FindingList } from '../parts/findings.tsx';
import { modifier } from '../parts/keys.ts';
import { presentedProofs } from '../parts/proof/proof-kinds.ts';
import { ProofOptions } from '../parts/proof/proof-options.tsx';
import { ProofProgress } from '../parts/proof/proof-progress.tsx';
import { ProofResults } from '../parts/proof/proof-results.tsx';
import { SandboxTarget } from '../parts/sandbox-target.tsx';
import { countOf, VerdictSign } from '../parts/verdicts.tsx';
import { UnlockButton } from '../parts/write-lock.tsx';
import type { ProofsState } from '../proofs.ts';
import type { Resource } from '../resource.ts';
import { go } from '../route.ts';

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

interface ProofViewInput {
  readonly project: Project;
  readonly board: Resource<Board>;
  readonly state: ProofsState;
  readonly params: URLSearchParams;
  /** Whether writes may reach the ERP. */
  readonly lock: WriteLock | undefined;
  readonly calls: CallsState;
}

/** One tab for each kind of proof, with its options, progress and results. `params`: `kind` of the address; cases without it. */
export function ProofView({ project, board, state, params, lock, calls }: ProofViewInput) {
  const kind = proofKinds.find((one) => one === params.get('kind')) ?? 'cases';
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
      <OneProof key={kind} {...{ kind, project, board, state, running, lock, calls }} proof={state.proofs.get(kind)} />
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
      {presentedProofs[kind].title}
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
  readonly board: Resource<Board>;
  readonly state: ProofsState;
  readonly proof: Proof | undefined;
  readonly running: Proof | undefined;
  readonly lock: WriteLock | undefined;
  readonly calls: CallsState;
}

/** At the end of a run the first result gets the focus, unless a person is writing, or reads results that are there already. */
function useFirstResult(proof: Proof | undefined) {
  const place = useRef<HTMLDivElement>(null);
  const ended = proof === undefined || proof.status === 'running' ? undefined : proof.run;
  const seen = useRef(ended);
  useEffect(() => {
    if (ended === undefined || ended === seen.current) return;
    seen.current = ended;
    if (document.activeElement?.closest('input, select, .findings, .proof-columns')) return;
    place.current?.querySelector<HTMLElement>('.findings button, .windowed button[tabindex="0"]')?.focus();
  }, [ended]);
  return place;
}

function OneProof({ kind, project, board, state, proof, running, lock, calls }: OneProofInput) {
  const [options, setOptions] = useState<Omit<ProofRequest, 'kind'>>(kind === 'mutation' ? { sample: 50 } : {});
  const isRunning = proof?.status === 'running';
  const place = useFirstResult(proof);
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
    <div class="proof-body" id="proof-results" role="tabpanel" aria-label={presentedProofs[kind].title} ref={place}>
      <section class="panel proof-head" aria-label="Run">
        <div class="row wrap">
          <p class="quiet">{presentedProofs[kind].description}</p>
          <span class="row spread">
            <ProofOptions {...{ kind, project, options }} onChange={setOptions} />
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
                {presentedProofs[kind].button} <kbd>{modifier} Enter</kbd>
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
          <p class="quiet small">{presentedProofs[running.kind].title} is running. A new run ends it.</p>
        )}
        {proof !== undefined && <ProofProgress proof={proof} />}
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
      {proof !== undefined && proof.entries.length > 0 && <ProofResults {...{ kind, project, board, proof, calls }} />}
      {proof === undefined && <p class="empty">Not run in this session.</p>}
    </div>
  );
}
