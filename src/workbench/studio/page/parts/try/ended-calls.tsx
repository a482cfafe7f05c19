/** The calls of an endpoint: the last one or one of the history, and making a case of it. */
import { useEffect, useState } from 'preact/hooks';
import type { ShownEndpoint } from '../../../../operations/protocol/project.ts';
import type { EndedCall, EndpointCalls } from '../calls.ts';
import { duration } from '../duration.ts';
import { useElapsed } from '../elapsed.ts';
import { MakeCase, WrittenCase } from '../make-case.tsx';
import { answerBefore, ShownResult, statusText } from './result.tsx';

interface EndedCallsInput {
  readonly endpoint: ShownEndpoint;
  readonly calls: EndpointCalls;
  /** Whether sources are being opened, for this call or another one. */
  readonly isOpening: boolean;
  readonly isMaking: boolean;
  readonly setMaking: (isMaking: boolean) => void;
  /** Takes the request of an earlier call. */
  readonly onAgain: (body: string) => void;
}

const timeOf = ({ at }: EndedCall): string => new Date(at).toLocaleTimeString();

function labelOf(ended: EndedCall): string {
  const { result } = ended;
  if (result.kind !== 'ran') return `${timeOf(ended)}, not run`;
  return `${timeOf(ended)}, ${statusText(result)}, ${duration(result.ms)}`;
}

/** What a call waits for, and how long. Most calls are answered before it is shown. */
function CallProgress({ isOpening }: { readonly isOpening: boolean }) {
  const elapsed = useElapsed();
  if (elapsed === 0) return null;
  return (
    <p class="notice small row">
      <span>{isOpening ? 'The sources are being opened. Later calls use them.' : 'The call is running.'}</span>
      <span class="spread" aria-hidden="true">
        {Math.round(elapsed / 1_000)} s
      </span>
    </p>
  );
}

/** The newest call, or the one that is chosen from the list of the session. */
export function EndedCalls({ endpoint, calls, isOpening, isMaking, setMaking, onAgain }: EndedCallsInput) {
  const { history, isRunning } = calls;
  const [picked, setPicked] = useState<number>();
  const [written, setWritten] = useState<{ readonly at: number; readonly files: readonly string[] }>();
  // A new call is shown, whatever was chosen before.
  useEffect(() => setPicked(undefined), [history[0]?.at]);
  const pickedIndex = history.findIndex(({ at }) => at === picked);
  const index = Math.max(0, pickedIndex);
  const shown = history[index];
  return (
    <div class="result" aria-live="polite" aria-busy={isRunning}>
      {isRunning && <CallProgress isOpening={isOpening} />}
      {shown === undefined ? (
        <p class="empty" hidden={isRunning}>
          The answer and each of its steps appear here.
        </p>
      ) : (
        <>
          {history.length > 1 && (
            <div class="row wrap history">
              <select
                aria-label="Call"
                value={String(shown.at)}
                onChange={({ currentTarget }) => setPicked(Number(currentTarget.value))}
              >
                {history.map((ended, at) => (
                  <option key={ended.at} value={ended.at}>
                    {at === 0 ? 'Last call: ' : ''}
                    {labelOf(ended)}
                  </option>
                ))}
              </select>
              {index > 0 && (
                <button type="button" class="plain small" onClick={() => onAgain(shown.body)}>
                  Take its request
                </button>
              )}
            </div>
          )}
          {written !== undefined && written.at === shown.at && <WrittenCase files={written.files} />}
          <ShownResult
            key={shown.at}
            ended={shown}
            before={answerBefore(history, index)}
            onMake={() => setMaking(true)}
          />
          {isMaking && shown.result.kind === 'ran' && (
            <MakeCase
              key={endpoint.path}
              number={shown.result.number}
              onClose={() => setMaking(false)}
              onMade={(files) => setWritten({ at: shown.at, files })}
            />
          )}
        </>
      )}
    </div>
  );
}
