/** The result of a call: its answer, what a rehearsed write would change, and every step. */
import type { CallResult } from '../../../../operations/protocol/call.ts';
import { go } from '../../route.ts';
import type { EndedCall, Result } from '../calls.ts';
import { duration } from '../duration.ts';
import { FindingList } from '../findings.tsx';
import { Rehearsed, Steps } from '../steps.tsx';
import { Answer } from './answer.tsx';

type Ran = Extract<CallResult, { kind: 'ran' }>;

interface CallResultInput {
  readonly ended: EndedCall;
  /** The answer of the call before it, with which it can be compared. */
  readonly before: string | undefined;
  /** Makes a case of the call. */
  readonly onMake: () => void;
}

/** The answer of the newest call before an index that has one. */
export function answerBefore(history: readonly EndedCall[], index: number): string | undefined {
  return history.slice(index + 1).flatMap(({ result }) => {
    return result.kind === 'ran' && result.answer !== undefined ? [result.answer] : [];
  })[0];
}

/** What one call has given, or why it did not run. */
export function ShownResult({ ended: { result }, before, onMake }: CallResultInput) {
  switch (result.kind) {
    case 'failed':
      return (
        <p class="notice bad" role="alert">
          {result.error}
        </p>
      );
    case 'refused':
      return (
        <section class="panel" aria-label="Findings">
          <p class="notice bad">The endpoint cannot be used: correct these findings first.</p>
          <FindingList findings={result.findings} />
          <Elsewhere count={result.elsewhere} />
        </section>
      );
    case 'ran':
      return <RanResult {...{ result, before, onMake }} />;
  }
}

/** Faults that the call does not depend on. */
function Elsewhere({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <p class="row wrap small quiet elsewhere">
      {count === 1 ? 'An error elsewhere in the profile does' : `${count} errors elsewhere in the profile do`} not
      affect this call.
      <button type="button" class="plain small" onClick={() => go('profile', {})}>
        Show
      </button>
    </p>
  );
}

/** The status of a call. A rehearsal over HTTP ends before the request that changes the ERP: it has none. */
export const statusText = ({ status }: Pick<Ran, 'status'>): string => (status === 0 ? 'not sent' : String(status));

/** The status of a result as a badge: green for an answer. */
export function StatusBadge({ result }: { readonly result: Result }) {
  if (result.kind !== 'ran') return <span class="badge bad">not run</span>;
  const { status } = result;
  return <span class={`badge ${status === 200 ? 'good' : status === 0 ? 'warn' : 'bad'}`}>{statusText(result)}</span>;
}

function RanResult({ result, before, onMake }: Pick<CallResultInput, 'before' | 'onMake'> & { readonly result: Ran }) {
  const { status, answer, error, fields, log, ms, steps, isWritten, elsewhere } = result;
  const isRehearsal = result.changes !== undefined || result.unsent.length > 0;
  return (
    <div class="stack appear">
      <section class="panel answer" aria-label="Answer">
        <div class="row wrap">
          <h3>Answer</h3>
          <StatusBadge result={result} />
          <span class="quiet small">{duration(ms)}</span>
          {isRehearsal && status !== 0 && <span class="badge warn">rolled back</span>}
          {isWritten && <span class="badge bad">written into the ERP</span>}
          <button type="button" class="small spread" onClick={onMake}>
            Make a case of this…
          </button>
        </div>
        {error !== undefined && <p class="notice bad">{error}</p>}
        {fields.length > 0 && (
          <ul class="small">
            {fields.map(({ field, message }) => (
              <li key={field}>
                <code>{field}</code> {message}
              </li>
            ))}
          </ul>
        )}
        {answer !== undefined && <Answer json={answer} before={before} />}
        {log.map((line) => (
          <p key={line} class="notice warn small">
            {line}
          </p>
        ))}
        <Elsewhere count={elsewhere} />
      </section>
      {isRehearsal && (
        <section class="panel answer" aria-label="Changes">
          <h3>What the write would change</h3>
          <Rehearsed result={result} />
        </section>
      )}
      <section class="panel answer" aria-label="Steps">
        <h3>Steps</h3>
        <Steps steps={steps} />
      </section>
    </div>
  );
}
