/** The calls of an endpoint: the last one or one of the history, and making a case of it. */
import { useEffect, useState } from 'preact/hooks';
import type { ShownEndpoint } from '../../../../operations/protocol/project.ts';
import type { EndedCall, EndpointCalls } from '../calls.ts';
import { duration } from '../duration.ts';
import { MakeCase, WrittenCase } from '../make-case.tsx';
import { answerBefore, ShownResult } from './result.tsx';

interface EndedCallsInput {
  readonly endpoint: ShownEndpoint;
  readonly calls: EndpointCalls;
  readonly isMaking: boolean;
  readonly setMaking: (isMaking: boolean) => void;
  /** Takes the request of an earlier call. */
  readonly onAgain: (body: string) => void;
}

const timeOf = ({ at }: EndedCall): string => new Date(at).toLocaleTimeString();

function labelOf(ended: EndedCall): string {
  const { result } = ended;
  if (result.kind !== 'ran') return `${timeOf(ended)}, not run`;
  return `${timeOf(ended)}, ${result.status === 0 ? 'not known' : result.status}, ${duration(result.ms)}`;
}

/** The newest call, or the one that is chosen from the list of the session. */
export function EndedCalls({ endpoint, calls, isMaking, setMaking, onAgain }: EndedCallsInput) {
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
      {shown === undefined ? (
        <p class="empty">The answer and each of its steps appear here.</p>
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
