/** The runs of proofs as a state of the page: read once, then kept up to date by events. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { operations } from '../../operations/protocol/operations.ts';
import type { Proof, ProofKind, ProofRequest } from '../../operations/protocol/proof.ts';
import { call, listen } from './api.ts';

export interface ProofsState {
  /** The last run of each kind. */
  readonly proofs: ReadonlyMap<ProofKind, Proof>;
  /** Whether a saved file starts the last run again. */
  readonly rerun: boolean;
  readonly error: string | undefined;
  start(request: ProofRequest): void;
  cancel(): void;
  setRerun(on: boolean): void;
}

/** `onEnded` is called at the end of each run. */
export function useProofs(onEnded: () => void): ProofsState {
  const [proofs, setProofs] = useState<ReadonlyMap<ProofKind, Proof>>(new Map());
  const [rerun, setRerunState] = useState(true);
  const [error, setError] = useState<string>();
  // Events arrive faster than the page renders.
  const current = useRef(proofs);
  const keep = useCallback((next: ReadonlyMap<ProofKind, Proof>) => {
    current.current = next;
    setProofs(next);
  }, []);
  const ended = useRef(onEnded);
  ended.current = onEnded;
  const attempt = useCallback(async (work: () => Promise<unknown>) => {
    try {
      await work();
      setError(undefined);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  }, []);
  const reload = useCallback(async () => {
    const state = await call(operations.proofs, {});
    keep(new Map(state.proofs.map((proof) => [proof.kind, proof])));
    setRerunState(state.rerun);
  }, [keep]);
  useEffect(() => void attempt(reload), [attempt, reload]);
  useEffect(
    () =>
      listen((event) => {
        if (event.kind !== 'proof') return;
        const { from, proof } = event;
        const before = current.current.get(proof.kind);
        const earlierEntries = before?.run === proof.run ? before.entries : [];
        // Events were lost while the connection was.
        if (from > earlierEntries.length) return void attempt(reload);
        keep(
          new Map(current.current).set(proof.kind, {
            ...proof,
            entries: [...earlierEntries.slice(0, from), ...proof.entries],
          }),
        );
        if (proof.status !== 'running') ended.current();
      }),
    [attempt, reload, keep],
  );
  return {
    ...{ proofs, rerun, error },
    start: (request) => void attempt(() => call(operations.prove, request)),
    cancel: () => void attempt(() => call(operations.cancelProof, {})),
    setRerun(on) {
      setRerunState(on);
      void attempt(() => call(operations.rerun, { on }));
    },
  };
}
