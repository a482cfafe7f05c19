/** Runs proofs, one at a time, and sends their progress to the open pages. */

import { availableParallelism } from 'node:os';
import type { Diagnostic } from '../../../../engine/index.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import type { ReportEntry } from '../../testing/report-entry.ts';
import { Refused } from '../access/folder.ts';
import type { StudioEvent } from '../protocol/events.ts';
import type { Proof, ProofEntry, ProofKind, ProofRequest } from '../protocol/proof.ts';
import type { SessionFixtures } from '../workspace/session-fixtures.ts';
import type { SessionRecords } from '../workspace/session-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { proveCases } from './cases.ts';
import { proveConformance, proveSandbox } from './conformance.ts';
import { proveDrift } from './drift.ts';
import { proveMutation } from './mutation.ts';
import type { Prover } from './prover.ts';

export interface Proofs {
  /** Starts a run after the one in progress has been cancelled. Returns its number at once. */
  start(request: ProofRequest): number;
  /** Cancels the run in progress. Resolves when it has ended. */
  cancel(): Promise<void>;
  /** Cancels the run in progress if it writes into the ERP. Resolves when it has ended. */
  stopWrites(): Promise<void>;
  /** The last run of each kind. */
  list(): readonly Proof[];
  /** Whether a changed file starts the last run again. */
  rerun: boolean;
  /** Files of the profile have changed on disk. */
  filesChanged(): void;
  /** Cancels the run. */
  close(): Promise<void>;
}

interface ProofsInput {
  readonly workspace: Workspace;
  readonly records: SessionRecords;
  readonly fixtures: SessionFixtures;
  /** Sends an event to the open pages. */
  readonly send: (event: StudioEvent) => void;
  /** Takes errors that are bugs of this program. */
  readonly failed: (error: unknown) => void;
}

const provers: Readonly<Record<ProofKind, Prover>> = {
  cases: proveCases,
  conformance: proveConformance,
  mutation: proveMutation,
  sandbox: proveSandbox,
  drift: proveDrift,
};

/** Runs that only use the fixture and are quick: a changed file may start them again. */
const repeatable: ReadonlySet<ProofKind> = new Set(['cases', 'conformance']);

/** Milliseconds between two events of a run. */
const pace = 200;
/** Files or mutants at the same time. */
const mostJobs = 4;

interface Running {
  readonly proof: Proof;
  readonly writes: boolean;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** The message of an error is a note of its run. An error other than `Refused` also goes to `failed`. */
export function createProofs(input: ProofsInput): Proofs {
  const proofs = new Map<ProofKind, Proof>();
  let last: ProofRequest | undefined;
  let running: Running | undefined;
  let count = 0;

  async function cancel(): Promise<void> {
    running?.controller.abort();
    await running?.ended;
  }

  const self: Proofs = {
    rerun: true,
    start(request) {
      count += 1;
      last = request;
      const before = running;
      before?.controller.abort();
      const controller = new AbortController();
      const proof = newProof(request.kind, count);
      proofs.set(request.kind, proof);
      const ended = (async () => {
        await before?.ended;
        await prove({ ...input, request, proof, fixtures: input.fixtures.get, signal: controller.signal });
      })();
      running = { proof, writes: request.writes === true, controller, ended };
      return count;
    },
    cancel,
    async stopWrites() {
      if (running?.writes === true) await cancel();
    },
    list: () => [...proofs.values()],
    filesChanged() {
      if (self.rerun && last !== undefined && repeatable.has(last.kind)) self.start(last);
    },
    close: cancel,
  };
  return self;
}

const newProof = (kind: ProofKind, run: number): Proof => ({
  ...{ kind, run, status: 'running', progress: { what: 'Starting', done: 0, total: 0, current: '' } },
  ...{ entries: [], findings: [], notes: [], ms: 0 },
});

interface ProveInput extends Omit<ProofsInput, 'fixtures'> {
  readonly request: ProofRequest;
  /** Filled with the results. */
  readonly proof: Proof;
  readonly fixtures: () => Fixtures;
  readonly signal: AbortSignal;
}

/** Runs one proof to its end. Never rejects. */
async function prove(input: ProveInput): Promise<void> {
  const { workspace, records, failed, request, proof, signal } = input;
  const { clock } = workspace.host;
  const started = clock();
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    proof.ms = clock() - started;
    input.send({ kind: 'proof', from: sent, proof: { ...proof, entries: proof.entries.slice(sent) } });
    sent = proof.entries.length;
  };
  const changed = (): void => {
    timer ??= setTimeout(send, pace);
  };
  send();
  try {
    await provers[request.kind](
      {
        ...{ workspace, records, signal, fixtures: input.fixtures() },
        jobs: Math.min(availableParallelism(), mostJobs),
        progress(progress) {
          proof.progress = progress;
          changed();
        },
        add(entries) {
          proof.entries.push(...entries.map((entry) => shownEntry(entry, workspace)));
          changed();
        },
        find(diagnostics: readonly Diagnostic[], sources) {
          proof.findings.push(...workspace.findings(diagnostics, sources));
          changed();
        },
        note(sentences) {
          proof.notes.push(sentences);
          changed();
        },
      },
      request,
    );
  } catch (error) {
    if (!(error instanceof Refused)) failed(error);
    const message = error instanceof Error ? error.message : String(error);
    proof.notes.push(error instanceof Refused ? message : `Internal error of the studio: ${message}`);
  }
  proof.status = signal.aborted ? 'cancelled' : 'ended';
  send();
}

/** A result in the form of the protocol, with the place as the workspace names it. */
export function shownEntry(entry: ReportEntry, { place: shownPlace }: Pick<Workspace, 'place'>): ProofEntry {
  const { verdict, title, endpoint, place, reasons, comparison, details, request, ms } = entry;
  const shown = place && shownPlace({ ...place, column: 1, length: 0 });
  return {
    ...{ verdict, title, reasons: [...reasons], comparison: [...comparison], details: [...details] },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(shown === undefined ? {} : { place: { file: shown.file, line: shown.line } }),
    ...(request === undefined ? {} : { request }),
    ...(ms === undefined ? {} : { ms }),
  };
}
