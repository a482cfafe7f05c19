/** Writes into the ERP whose outcome is in doubt, what is known of each, and the decisions of an operator. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { operations } from '../../../operations/protocol/operations.ts';
import type { ShownWrite, WriteActionName, WriteList } from '../../../operations/protocol/writes.ts';
import { call } from '../api.ts';
import { FindingList } from '../parts/findings.tsx';
import { Loaded } from '../parts/status.tsx';
import { type Resource, useResource } from '../resource.ts';

const states: Readonly<Record<ShownWrite['state'], string>> = {
  held: 'bad',
  'half done': 'bad',
  unknown: 'warn',
  undoing: 'warn',
  begun: 'warn',
  interrupted: '',
  'being written': 'accent',
  free: '',
  done: 'good',
};

interface Action {
  readonly label: string;
  readonly description: string;
}

const actions: Readonly<Record<WriteActionName, Action>> = {
  'look again': { label: 'Look again', description: 'Let the running service look the document up' },
  written: { label: 'The ERP has it', description: 'Give the answer to requests with this key' },
  'not written': { label: 'The ERP does not have it', description: 'Free the key for the next request' },
  release: { label: 'Release the key', description: 'The next request with it writes a new document' },
};

/** `2026-11-21 20:00:14 UTC` */
const timeText = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

/** The list of the writes, which a button reads again, and the actions on each. */
export function WritesView() {
  const list = useResource(() => call(operations.writes, {}), 'writes');
  return (
    <div class="writes">
      <div class="view-head">
        <h2>Writes</h2>
        <button type="button" class="plain small spread" onClick={list.reload}>
          Read again
        </button>
      </div>
      <Loaded resource={list}>{(value) => <List list={value} reload={list.reload} />}</Loaded>
    </div>
  );
}

function List({ list, reload }: { readonly list: WriteList; readonly reload: Resource<WriteList>['reload'] }) {
  const { writes, notices, findings, more, answers } = list;
  const open = writes.filter(({ isOpen }) => isOpen);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? writes : open;
  if (findings.length > 0)
    return (
      <div class="panel">
        <FindingList findings={findings} />
      </div>
    );
  return (
    <div class="stack">
      <fieldset class="row wrap chips">
        <legend class="hidden">Show</legend>
        <button type="button" class="badge chip warn" aria-pressed={!isAll} onClick={() => setAll(false)}>
          {open.length} to decide
        </button>
        <button type="button" class="badge chip" aria-pressed={isAll} onClick={() => setAll(true)}>
          {writes.length}
          {more ? ' newest' : ' all'}
        </button>
      </fieldset>
      {notices.map(({ tone, text }) => (
        <div key={text} class={`notice small ${tone}`}>
          {text}
        </div>
      ))}
      {shown.length === 0 && (
        <p class="empty">{writes.length === 0 ? 'No writes are known.' : 'No write is held or in doubt.'}</p>
      )}
      {shown.length > 0 && (
        <ul class="stack">
          {shown.map((write) => (
            <li key={write.id}>
              <WriteCard
                write={write}
                fields={answers.find(({ endpoint }) => endpoint === write.endpoint)?.fields ?? []}
                reload={reload}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type AnswerFields = WriteList['answers'][number]['fields'];

interface CardInput {
  readonly write: ShownWrite;
  readonly fields: AnswerFields;
  readonly reload: () => void;
}

function WriteCard({ write, fields, reload }: CardInput) {
  const [action, setAction] = useState<WriteActionName>();
  const { endpoint, key, state, about, createdAt, source, installation, id, payload, released } = write;
  const properties: readonly (readonly [string, string])[] = [
    ['Written', timeText(createdAt)],
    ['Claim in', source === undefined ? 'the store' : `the database of ${source}`],
    ...(installation === undefined ? [] : [['Installation', installation] as const]),
  ];
  return (
    <article class="panel answer write" aria-label={`${endpoint} ${key}`}>
      <div class="row wrap">
        <span class={`badge ${states[state]}`}>{state}</span>
        <h3 class="mono">{key}</h3>
        <span class="mono quiet">{endpoint}</span>
        <span class="row wrap spread">
          {write.actions.map((name) => (
            <button key={name} type="button" title={actions[name].description} onClick={() => setAction(name)}>
              {actions[name].label}
              <span class="hidden"> {key}</span>
            </button>
          ))}
        </span>
      </div>
      <p>{about}</p>
      <dl class="known">
        {properties.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>More</summary>
        <dl class="known">
          <div>
            <dt>Claim</dt>
            <dd class="mono">{id}</dd>
          </div>
          <div>
            <dt>SHA-256 of the request</dt>
            <dd class="mono">{payload}</dd>
          </div>
          {released.map((one) => (
            <div key={one.releasedAt}>
              <dt>Released {timeText(one.releasedAt)}</dt>
              <dd>
                written {timeText(one.createdAt)}, answered {one.answer}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {action !== undefined && (
        <Confirmation key={action} {...{ write, action, fields, reload }} onClose={() => setAction(undefined)} />
      )}
    </article>
  );
}

interface ConfirmationInput extends CardInput {
  readonly action: WriteActionName;
  readonly onClose: () => void;
}

/** What the server has said about an action. */
type Said =
  | { readonly kind: 'consequence'; readonly text: string }
  | { readonly kind: 'end'; readonly text: string; readonly isDone: boolean };

/** A dialog that says what an action causes before it is carried out. */
function Confirmation({ write, action, fields, reload, onClose }: ConfirmationInput) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [said, setSaid] = useState<Said>();
  const [fault, setFault] = useState<string>();
  const { endpoint, id, version, key } = write;
  const ask = async (confirmed: boolean): Promise<void> => {
    setFault(undefined);
    try {
      const request = { endpoint, id, version, action, confirmed };
      const reply = await call(operations.decideWrite, action === 'written' ? { ...request, answer: values } : request);
      if (reply.kind === 'confirm') setSaid({ kind: 'consequence', text: reply.consequence });
      else setSaid({ kind: 'end', text: reply.message, isDone: reply.isDone });
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  const needsAnswer = action === 'written';
  const first = useRef(ask);
  useEffect(() => {
    dialog.current?.showModal();
    if (!needsAnswer) void first.current(false);
  }, [needsAnswer]);
  const closing = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => closing.current?.focus(), [said]);
  const close = (): void => {
    onClose();
    if (said?.kind === 'end') reload();
  };
  const isForm = needsAnswer && said === undefined;
  return (
    <dialog ref={dialog} aria-labelledby={`act-${id}`} onClose={close}>
      <form
        method="dialog"
        class="stack"
        onSubmit={(event) => {
          if (said?.kind === 'end') return;
          event.preventDefault();
          void ask(!isForm);
        }}
      >
        <h3 id={`act-${id}`}>{actions[action].label}</h3>
        <p>
          <span class="mono">{key}</span> <span class="mono quiet">{endpoint}</span>
        </p>
        {isForm && <AnswerForm {...{ id, fields, values }} onChange={setValues} />}
        {said !== undefined && (
          <div class={`notice ${said.kind === 'end' && said.isDone ? '' : 'warn'}`} role="status">
            {said.text}
          </div>
        )}
        {fault !== undefined && (
          <div class="notice bad" role="alert">
            {fault}
          </div>
        )}
        <div class="row">
          {said?.kind === 'end' ? (
            <button ref={closing} type="submit" class="primary spread">
              Close
            </button>
          ) : (
            <>
              <button type="button" class="spread" onClick={() => dialog.current?.close()}>
                Leave it <kbd>Esc</kbd>
              </button>
              <button type="submit" class="primary" disabled={!isForm && said === undefined}>
                {isForm ? 'Continue' : actions[action].label}
              </button>
            </>
          )}
        </div>
      </form>
    </dialog>
  );
}

interface AnswerFormInput {
  readonly id: string;
  readonly fields: AnswerFields;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The values that the ERP has given to the document. */
function AnswerForm({ id, fields, values, onChange }: AnswerFormInput) {
  return (
    <>
      <p class="quiet">Look the document up in the ERP, and enter what every request with this key is answered.</p>
      {fields.map(({ name, description, required }) => (
        <div key={name} class="field">
          <label for={`${id}-${name}`}>
            {name}
            {required && <span class="quiet"> required</span>}
          </label>
          <input
            id={`${id}-${name}`}
            value={values[name] ?? ''}
            required={required}
            autocomplete="off"
            spellcheck={false}
            aria-describedby={`${id}-${name}-about`}
            onInput={({ currentTarget }) => onChange({ ...values, [name]: currentTarget.value })}
          />
          <p class="quiet small" id={`${id}-${name}-about`}>
            {description}
          </p>
        </div>
      ))}
    </>
  );
}
