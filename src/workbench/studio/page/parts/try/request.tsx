/** The request of an endpoint as a form or as JSON, with its buttons. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { operations } from '../../../../operations/protocol/operations.ts';
import type { Project, ShownEndpoint } from '../../../../operations/protocol/project.ts';
import type { WriteLock } from '../../../../operations/protocol/write-lock.ts';
import { call } from '../../api.ts';
import { useResource } from '../../resource.ts';
import { type CallsState, requestOf, shownRequest } from '../calls.ts';
import { Editor } from '../editor.tsx';
import { type FieldErrors, FormFields } from '../form.tsx';
import { modifier } from '../keys.ts';
import { formValues } from '../request-form.ts';
import { UnlockButton } from '../write-lock.tsx';
import { prettyJson } from './json-text.ts';

export interface RequestInput {
  readonly endpoint: ShownEndpoint;
  readonly project: Project;
  readonly lock: WriteLock | undefined;
  readonly calls: CallsState;
  /** Part of the ids of the inputs: the same request can be on the page twice. */
  readonly prefix: string;
  /** Without description and buttons, which are elsewhere on the page. */
  readonly isCompact?: boolean;
  /** Calls, or rehearses a write. */
  readonly onRun: () => void;
}

/** The messages of the last call by the field that they are about. */
function fieldErrorsOf({ calls, endpoint }: RequestInput): FieldErrors {
  const [last] = calls.get(endpoint).history;
  const fields = last?.result.kind === 'ran' ? last.result.fields : [];
  return new Map(fields.map(({ field, message }) => [field, message]));
}

/** A form made from the contract. Keys only rehearse: a write that changes the ERP needs its own button. */
export function RequestForm(input: RequestInput) {
  const { endpoint, project, lock, calls, prefix, isCompact = false, onRun } = input;
  const { fields, description } = endpoint;
  const state = calls.get(endpoint);
  const { values, raw, isRunning } = state;
  const offered = useMemo(() => new Set(project.offered), [project.offered]);
  const isWrite = endpoint.kind === 'write';
  return (
    <form
      class="request"
      aria-label="Request"
      // A request without a value can be sent: the refusal is an answer, too.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <div class="request-fields">
        {!isCompact && <p class="quiet">{description}</p>}
        {isWrite && <WriteNotice lock={lock} />}
        {project.hasFixture && (
          <label class="row small">
            <input
              type="checkbox"
              checked={calls.isOverFixture}
              onChange={({ currentTarget }) => calls.setOverFixture(currentTarget.checked)}
            />
            Over the rows of the fixture, not the ERP
          </label>
        )}
        <div class="row wrap small">
          <label class="row">
            <input
              type="checkbox"
              checked={raw !== undefined}
              onChange={({ currentTarget }) =>
                calls.change(
                  endpoint,
                  currentTarget.checked
                    ? { raw: prettyJson(requestOf(endpoint, state)) }
                    : { raw: undefined, ...(raw && { values: formValues(fields, raw) ?? values }) },
                )
              }
            />
            As JSON
          </label>
          <RequestOfCase endpoint={endpoint} onPick={(json) => calls.change(endpoint, shownRequest(endpoint, json))} />
        </div>
        {raw === undefined ? (
          <FormFields
            {...{ fields, values, offered, prefix }}
            at=""
            errors={fieldErrorsOf(input)}
            onChange={(changed) => calls.change(endpoint, { values: changed })}
          />
        ) : (
          <RawRequest {...input} raw={raw} />
        )}
      </div>
      <div class="request-buttons" hidden={isCompact}>
        <button type="submit" class="primary" disabled={isRunning}>
          {isRunning ? 'Running…' : isWrite ? 'Rehearse' : 'Call'} <kbd>{modifier} Enter</kbd>
        </button>
        {isWrite && lock?.isUnlocked === true && (
          <button type="button" class="danger" disabled={isRunning} onClick={() => calls.run(endpoint, true)}>
            Write into the ERP
          </button>
        )}
      </div>
    </form>
  );
}

/** Takes the request of a case of the endpoint: cases are the requests that have a name. */
function RequestOfCase({
  endpoint: { path, title },
  onPick,
}: Pick<RequestInput, 'endpoint'> & { readonly onPick: (json: string) => void }) {
  const { value } = useResource(() => call(operations.caseRequests, { endpoint: path }), path, { onFiles: true });
  const cases = value?.cases ?? [];
  if (cases.length === 0) return null;
  return (
    <select
      class="spread of-case"
      aria-label={`Request of a case of ${title}`}
      value=""
      onChange={({ currentTarget }) => {
        const picked = cases[Number(currentTarget.value)];
        currentTarget.value = '';
        if (picked !== undefined) onPick(picked.request);
      }}
    >
      <option value="">Request of a case…</option>
      {cases.map((one, index) => (
        <option key={`${index} ${one.title}`} value={index}>
          {one.title}
        </option>
      ))}
    </select>
  );
}

/** The editor of the request as JSON. It keeps what is typed; another place on the page that changes the request replaces its text. */
function RawRequest({ endpoint, calls, prefix, onRun, raw }: RequestInput & { readonly raw: string }) {
  const typed = useRef(raw);
  const [start, setStart] = useState({ text: raw });
  useEffect(() => {
    if (raw === typed.current) return;
    typed.current = raw;
    setStart({ text: raw });
  }, [raw]);
  const change = (text: string): void => {
    typed.current = text;
    calls.change(endpoint, { raw: text });
  };
  return (
    <div class="panel json">
      <Editor label="Request as JSON" path={`${prefix}.json`} initial={start} onChange={change} onRun={onRun} />
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
