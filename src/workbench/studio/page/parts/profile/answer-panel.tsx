/** The last call of the endpoint at the cursor, beside the editor. */
import { useRef, useState } from 'preact/hooks';
import type { Project, ShownEndpoint } from '../../../../operations/protocol/project.ts';
import type { WriteLock } from '../../../../operations/protocol/write-lock.ts';
import { type CallsState, type EndedCall, requestOf, shownRequest } from '../calls.ts';
import { EndpointSelect } from '../endpoint-select.tsx';
import { EndedCalls } from '../try/ended-calls.tsx';
import { RequestForm } from '../try/request.tsx';

interface AnswerPanelInput {
  readonly project: Project;
  readonly lock: WriteLock | undefined;
  readonly calls: CallsState;
  readonly endpoints: readonly ShownEndpoint[];
  readonly endpoint: ShownEndpoint;
  readonly onPick: (path: string) => void;
  /** Saves, and calls again with the last request. */
  readonly onRun: () => void;
}

/** The request is folded from the call on that needs nothing more; the answer and its steps are below. */
export function AnswerPanel({ project, lock, calls, endpoints, endpoint, onPick, onRun }: AnswerPanelInput) {
  const [isMaking, setMaking] = useState(false);
  const state = calls.get(endpoint);
  const [last] = state.history;
  const isRefused = last?.result.kind === 'ran' && last.result.fields.length > 0;
  const lacksValue = endpoint.fields.some(({ name, required, type }) => {
    return required && type !== 'text' && state.raw === undefined && state.values[name] === '';
  });
  // It stays open while a value is typed: an input that is folded away loses the focus, and the key after it.
  const filled = useRef<{ readonly path: string; readonly last: EndedCall | undefined }>(undefined);
  const needsValue = isRefused || lacksValue;
  if (needsValue) filled.current = { path: endpoint.path, last };
  const { path, last: before } = filled.current ?? {};
  const isFilling = path === endpoint.path && before === last && !state.isRunning;
  return (
    <div class="answer-panel">
      <EndpointSelect endpoints={endpoints} path={endpoint.path} onPick={onPick} />
      <details class="panel" open={needsValue || isFilling}>
        <summary>
          <span class="row">
            Request <code class="quiet small line">{requestOf(endpoint, state)}</code>
          </span>
        </summary>
        <RequestForm key={endpoint.path} {...{ endpoint, project, lock, calls, onRun }} prefix="beside" isCompact />
      </details>
      <EndedCalls
        key={endpoint.path}
        {...{ endpoint, isMaking, setMaking }}
        isOpening={calls.isOpening}
        calls={state}
        onAgain={(body) => calls.change(endpoint, shownRequest(endpoint, body))}
      />
    </div>
  );
}
