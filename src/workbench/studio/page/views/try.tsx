/** Calls an endpoint: the request as a form or as JSON, the answer, and every step. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CallResult } from '../../../operations/protocol/call.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import type { Project, ShownEndpoint } from '../../../operations/protocol/project.ts';
import type { WriteLock } from '../../../operations/protocol/write-lock.ts';
import { call } from '../api.ts';
import { duration } from '../parts/duration.ts';
import { Editor } from '../parts/editor.tsx';
import { FindingList } from '../parts/findings.tsx';
import { FormFields } from '../parts/form.tsx';
import { MakeCase, WrittenCase } from '../parts/make-case.tsx';
import { type FormValues, firstValues, requestJson } from '../parts/request-form.ts';
import { ScrolledText } from '../parts/scrolled-text.tsx';
import { Rehearsed, Steps } from '../parts/steps.tsx';
import { UnlockButton } from '../parts/write-lock.tsx';
import { go } from '../route.ts';

/** JSON with line breaks. Numbers keep their digits, because only spaces between tokens change. */
function prettyJson(json: string): string {
  let depth = 0;
  let text = '';
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') text += `${token}\n${'  '.repeat(++depth)}`;
    else if (token === '}' || token === ']') text += `\n${'  '.repeat(--depth)}${token}`;
    else if (token === ',') text += `,\n${'  '.repeat(depth)}`;
    else text += token === ':' ? ': ' : token;
  }
  return text.replaceAll(/([{[])\s+([}\]])/g, '$1$2');
}

interface TryViewInput {
  readonly project: Project;
  readonly params: URLSearchParams;
  /** Whether writes may reach the ERP. */
  readonly lock: WriteLock | undefined;
  /** Called after each call. */
  readonly onCalled: () => void;
}

/** The request of one endpoint and the result of its last call. `params`: `endpoint` of the address; the first one without it. */
export function TryView({ project, params, lock, onCalled }: TryViewInput) {
  const endpoints = project.endpoints.filter(({ kind }) => kind !== 'service');
  const endpoint = endpoints.find(({ path }) => path === params.get('endpoint')) ?? endpoints[0];
  if (endpoint === undefined) return null;
  return (
    <div class="try">
      <div class="view-head">
        <h2>Try</h2>
        <select
          aria-label="Endpoint"
          value={endpoint.path}
          onChange={({ currentTarget }) => go('try', { endpoint: currentTarget.value })}
        >
          {endpoints.map(({ path, title }) => (
            <option key={path} value={path}>
              {title} ({path})
            </option>
          ))}
        </select>
      </div>
      <TryEndpoint key={endpoint.path} {...{ endpoint, project, lock, onCalled }} />
    </div>
  );
}

type Result = CallResult | { readonly kind: 'failed'; readonly error: string };

function TryEndpoint({
  endpoint,
  project,
  lock,
  onCalled,
}: Omit<TryViewInput, 'params'> & { readonly endpoint: ShownEndpoint }) {
  const [values, setValues] = useState<FormValues>(() => firstValues(endpoint.fields));
  const [raw, setRaw] = useState<string>();
  // What the editor shows first.
  const [start, setStart] = useState({ text: '' });
  const [result, setResult] = useState<Result>();
  const [isRunning, setRunning] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [written, setWritten] = useState<readonly string[]>();
  const offered = useMemo(() => new Set(project.offered), [project.offered]);
  // Keys only rehearse: a write that changes the ERP needs its own button.
  const run = async (write = false): Promise<void> => {
    setRunning(true);
    setMaking(false);
    setWritten(undefined);
    const body = raw ?? requestJson(endpoint.fields, values);
    try {
      setResult(await call(operations.call, { endpoint: endpoint.path, body, ...(write ? { write } : {}) }));
    } catch (error) {
      setResult({ kind: 'failed', error: error instanceof Error ? error.message : String(error) });
    }
    setRunning(false);
    onCalled();
  };
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(run);
  latest.current = run;
  // From everywhere in the view, such as from the choice of the endpoint. The editor of the JSON has the first key itself.
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isHere = form.current?.checkVisibility() === true && document.querySelector('dialog[open]') === null;
      if (!isHere || !(event.ctrlKey || event.metaKey)) return;
      if (event.key === 'Enter' && !event.defaultPrevented) void latest.current();
      if (event.key !== 's') return;
      event.preventDefault();
      setMaking(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const isWrite = endpoint.kind === 'write';
  return (
    <div class="try-columns">
      <form
        class="panel request"
        aria-label="Request"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
        ref={form}
      >
        <p class="quiet">{endpoint.description}</p>
        {isWrite && <WriteNotice lock={lock} />}
        <label class="row small">
          <input
            type="checkbox"
            checked={raw !== undefined}
            onChange={({ currentTarget }) => {
              const json = prettyJson(requestJson(endpoint.fields, values));
              setStart({ text: json });
              setRaw(currentTarget.checked ? json : undefined);
            }}
          />
          As JSON
        </label>
        {raw === undefined ? (
          <FormFields fields={endpoint.fields} {...{ values, offered }} prefix="request" onChange={setValues} />
        ) : (
          <div class="panel json">
            <Editor label="Request as JSON" path="request.json" initial={start} onChange={setRaw} onRun={() => run()} />
          </div>
        )}
        <button type="submit" class="primary" disabled={isRunning}>
          {isRunning ? 'Running…' : isWrite ? 'Rehearse' : 'Call'} <kbd>Ctrl Enter</kbd>
        </button>
        {isWrite && lock?.isUnlocked === true && (
          <button type="button" class="danger" disabled={isRunning} onClick={() => run(true)}>
            Write into the ERP
          </button>
        )}
      </form>
      <div class="result" aria-live="polite" aria-busy={isRunning}>
        {result === undefined ? (
          <p class="empty">The answer and each of its steps appear here.</p>
        ) : (
          <>
            {written !== undefined && <WrittenCase files={written} />}
            <ResultOf result={result} onMake={() => setMaking(true)} />
          </>
        )}
      </div>
      {isMaking && result?.kind === 'ran' && (
        <MakeCase number={result.number} onClose={() => setMaking(false)} onMade={setWritten} />
      )}
    </div>
  );
}

function WriteNotice({ lock }: { readonly lock: WriteLock | undefined }) {
  if (lock?.isUnlocked === true)
    return (
      <p class="notice bad small">
        Writes are unlocked. Rehearse runs the write and rolls it back; the last button changes the ERP.
      </p>
    );
  return (
    <div class="notice warn small">
      <p>
        This write is rehearsed: it runs completely and is rolled back. Over HTTP, nothing that changes the ERP is sent.
      </p>
      {lock && <UnlockButton lock={lock} />}
    </div>
  );
}

function ResultOf({ result, onMake }: { readonly result: Result; readonly onMake: () => void }) {
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
          <p class="notice bad">The profile cannot be used: correct these findings first.</p>
          <FindingList findings={result.findings} />
        </section>
      );
    case 'ran':
      return <RanResult {...{ result, onMake }} />;
  }
}

interface RanInput {
  readonly result: Extract<CallResult, { kind: 'ran' }>;
  /** Makes a case of the call. */
  readonly onMake: () => void;
}

function RanResult({ result, onMake }: RanInput) {
  const { status, answer, error, fields, log, ms, steps, isWritten } = result;
  const isRehearsal = result.changes !== undefined || result.unsent.length > 0;
  return (
    <div class="stack appear">
      <section class="panel answer" aria-label="Answer">
        <div class="row">
          <h3>Answer</h3>
          <span class={`badge ${status === 200 ? 'good' : status === 0 ? 'warn' : 'bad'}`}>
            {status === 0 ? 'not known' : status}
          </span>
          <span class="quiet small">{duration(ms)}</span>
          {isRehearsal && <span class="badge warn">rolled back</span>}
          {isWritten && <span class="badge bad">written into the ERP</span>}
          <button type="button" class="small spread" onClick={onMake}>
            Make a case of this… <kbd>Ctrl S</kbd>
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
        {answer !== undefined && <ScrolledText text={prettyJson(answer)} />}
        {log.map((line) => (
          <p key={line} class="notice warn small">
            {line}
          </p>
        ))}
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
