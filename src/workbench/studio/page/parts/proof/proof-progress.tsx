/** How far a proof is, and how many of its results passed. */
import { useRef, useState } from 'preact/hooks';
import { type Proof, verdictNames } from '../../../../operations/protocol/proof.ts';
import { duration, timeLeft } from '../duration.ts';
import { useElapsed } from '../elapsed.ts';
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
            <RunTime key={proof.run} proof={proof} />
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

/** How long a run takes so far, and about how much longer its present part takes: at the pace of that part. */
function RunTime({ proof: { ms, progress } }: { readonly proof: Proof }) {
  const { what, done, total } = progress;
  // The run may have begun before the page was opened.
  const [before] = useState(ms);
  const first = useRef(done);
  const part = useRef(what);
  if (part.current !== what) {
    part.current = what;
    first.current = done;
  }
  const elapsed = before + useElapsed();
  const rest = timeLeft(useElapsed(what), done - first.current, total - done);
  return (
    <span aria-hidden="true">
      {Math.round(elapsed / 1_000)} s{rest === undefined ? '' : `, about ${rest} left`}
    </span>
  );
}
