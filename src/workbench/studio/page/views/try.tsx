/** Calls an endpoint: the request as a form or as JSON, the answer, and every step. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Project, ShownEndpoint } from '../../../operations/protocol/project.ts';
import type { WriteLock } from '../../../operations/protocol/write-lock.ts';
import { type CallsState, shownRequest } from '../parts/calls.ts';
import { EndpointSelect } from '../parts/endpoint-select.tsx';
import { isInDialog } from '../parts/keys.ts';
import { asksForValue, focusFirst } from '../parts/missing-value.ts';
import { showBelow } from '../parts/show-below.ts';
import { EndedCalls } from '../parts/try/ended-calls.tsx';
import { RequestForm } from '../parts/try/request.tsx';
import { go } from '../route.ts';

interface TryViewInput {
  readonly project: Project;
  readonly params: URLSearchParams;
  /** Whether writes may reach the ERP. */
  readonly lock: WriteLock | undefined;
  readonly calls: CallsState;
}

/** The request of one endpoint and the result of its last call. `params`: `endpoint` of the address; the first one without it. */
export function TryView({ project, params, lock, calls }: TryViewInput) {
  const endpoints = project.endpoints.filter(({ kind }) => kind !== 'service');
  const endpoint = endpoints.find(({ path }) => path === params.get('endpoint')) ?? endpoints[0];
  if (endpoint === undefined) return null;
  return (
    <div class="try">
      <div class="view-head">
        <h2>Try</h2>
        <EndpointSelect endpoints={endpoints} path={endpoint.path} onPick={(path) => go('try', { endpoint: path })} />
      </div>
      <TryEndpoint key={endpoint.path} {...{ endpoint, project, params, lock, calls }} />
    </div>
  );
}

function TryEndpoint({ endpoint, project, params, lock, calls }: TryViewInput & { readonly endpoint: ShownEndpoint }) {
  const [isMaking, setMaking] = useState(false);
  const run = (): void => {
    setMaking(false);
    if (asksForValue(columns.current)) return;
    void calls.run(endpoint).then(() => showBelow(columns.current?.querySelector('.result')));
  };
  const columns = useRef<HTMLDivElement>(null);
  const latest = useRef(run);
  latest.current = run;
  // The choice of the endpoint keeps the focus while it is changed.
  useEffect(() => focusFirst(columns.current?.closest<HTMLElement>('.try') ?? null), [params]);
  // From everywhere in the view, such as from the choice of the endpoint. The editor of the JSON has the first key itself.
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isHere = columns.current?.checkVisibility() === true && !isInDialog();
      if (!isHere || !(event.ctrlKey || event.metaKey)) return;
      if (event.key === 'Enter' && !event.defaultPrevented) latest.current();
      if (event.key !== 's') return;
      event.preventDefault();
      setMaking(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <div class="try-columns" ref={columns}>
      <section class="panel" aria-label="Request of the endpoint">
        <RequestForm {...{ endpoint, project, lock, calls }} prefix="request" onRun={run} />
      </section>
      <EndedCalls
        {...{ endpoint, isMaking, setMaking }}
        isOpening={calls.isOpening}
        calls={calls.get(endpoint)}
        onAgain={(body) => calls.change(endpoint, shownRequest(endpoint, body))}
      />
    </div>
  );
}
