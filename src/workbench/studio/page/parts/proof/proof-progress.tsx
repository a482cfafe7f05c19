/** How far a proof is, and how many of its results passed. */
import { type Proof, verdictNames } from '../../../../operations/protocol/proof.ts';
import { duration } from '../duration.ts';
import { countOf, verdictWord } from '../verdicts.tsx';

/** A progress bar with a part for each verdict, and what is being done, or how long the run took. Screen readers get the counts at the end. */
export function ProofProgress({ proof }: { readonly proof: Proof }) {
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
