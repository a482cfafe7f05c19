/** The steps of a call. */
import { useState } from 'preact/hooks';
import type { CallResult, ShownStep } from '../../../operations/protocol/call.ts';
import type { TableRows } from '../../../operations/protocol/data.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import { call } from '../api.ts';
import { CopyButton } from './copy-button.tsx';
import { duration } from './duration.ts';
import { openPlace } from './findings.tsx';
import { ChangesTable, RowsTable } from './rows-table.tsx';
import { ScrolledText } from './scrolled-text.tsx';
import { SqlText } from './sql-text.tsx';
import { prettyJson } from './try/json-text.ts';

type Ran = Extract<CallResult, { kind: 'ran' }>;
type StatementStep = Extract<ShownStep, { kind: 'statement' }>;
type ExchangeStep = Extract<ShownStep, { kind: 'exchange' }>;

const rowCount = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;

function headOf(step: ShownStep): { readonly title: string; readonly detail: string; readonly isFaulty?: boolean } {
  switch (step.kind) {
    case 'request':
      return { title: 'Request', detail: `valid, ${duration(step.ms)}` };
    case 'statement': {
      const count = step.affected === undefined ? rowCount(step.rows.count) : `${rowCount(step.affected)} changed`;
      const detail = `${step.source}, ${step.error === undefined ? count : 'failed'}, ${duration(step.ms)}`;
      return { title: 'Statement', detail, isFaulty: step.error !== undefined };
    }
    case 'exchange': {
      const what = step.reply === undefined ? 'no answer' : String(step.reply.status);
      return {
        title: `${step.request.method} ${new URL(step.request.url).pathname}`,
        detail: `${step.source}, ${what}, ${duration(step.ms)}`,
        isFaulty: step.error !== undefined,
      };
    }
    case 'rows':
      return { title: 'Rows of the answer', detail: `${step.source}, ${rowCount(step.rows.count)}` };
    case 'note':
      return { title: 'Note', detail: step.text };
    case 'processed':
      return { title: 'Row processing', detail: `${step.done.join('; ') || 'nothing to do'}, ${duration(step.ms)}` };
    case 'encoded':
      return {
        title: 'Contract',
        detail: step.breach ?? 'what the contract made of the values of a row',
        isFaulty: step.breach !== undefined,
      };
  }
}

/** The steps of a call in their order. Statements, HTTP exchanges and faulty steps are open, all others closed. */
export function Steps({ steps }: { readonly steps: readonly ShownStep[] }) {
  return (
    <ol class="steps">
      {steps.map((step, index) => {
        const { title, detail, isFaulty = false } = headOf(step);
        return (
          <li key={index}>
            {step.kind === 'note' ? (
              <p class="summary">
                <strong>{title}</strong> <span class="quiet">{detail}</span>
              </p>
            ) : (
              <details open={isFaulty || step.kind === 'statement' || step.kind === 'exchange'}>
                <summary class="summary">
                  <strong>{title}</strong> <span class={isFaulty ? 'fault' : 'quiet'}>{detail}</span>
                </summary>
                <StepBody step={step} />
              </details>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function StepBody({ step }: { readonly step: Exclude<ShownStep, { kind: 'note' }> }) {
  switch (step.kind) {
    case 'request':
      return <pre>{step.request}</pre>;
    case 'statement':
      return <StatementBody step={step} />;
    case 'exchange':
      return <ExchangeBody step={step} />;
    case 'rows':
      return <RowsTable label="Rows of the answer" rows={step.rows} />;
    case 'processed':
      return (
        <>
          <h4>Before</h4>
          <RowsTable label="Rows before" rows={step.before} />
          <h4>After</h4>
          <RowsTable label="Rows after" rows={step.after} marked={new Set(step.changed)} />
        </>
      );
    case 'encoded':
      return <ChangesTable label="Values of a row and of the answer" heads={['Row', 'Answer']} values={step.values} />;
  }
}

/** Opens the line of the profile that writes what a step has sent; nothing where it is not known. */
function PlaceButton({ place, what }: { readonly place: StatementStep['place']; readonly what: string }) {
  if (place === undefined) return null;
  return (
    <button type="button" class="plain small" onClick={() => openPlace(place)}>
      Line {place.line}
      <span class="hidden"> of {what}</span>
    </button>
  );
}

function StatementBody({ step }: { readonly step: StatementStep }) {
  const { sql, values, rows, error, number, affected, place } = step;
  return (
    <>
      <div class="row">
        <CopyButton text={sql} what="the statement" />
        <PlaceButton place={place} what="the statement" />
      </div>
      <SqlText sql={sql} />
      <Values values={values} />
      {error !== undefined && <p class="notice bad">{error}</p>}
      {error === undefined && affected === undefined && <RowsTable label="Rows of the statement" rows={rows} />}
      {affected === undefined && <Plan number={number} />}
    </>
  );
}

function Values({ values }: Pick<StatementStep, 'values'>) {
  if (values.length === 0) return null;
  return (
    <dl class="values">
      {values.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd dir="auto">{value ?? 'NULL'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Plan({ number }: { readonly number: number }) {
  const [shown, setShown] = useState<TableRows>();
  if (shown?.rows !== undefined)
    return (
      <>
        <h4>Plan of the database</h4>
        <RowsTable label="Plan of the database" rows={shown.rows} />
      </>
    );
  if (shown?.error !== undefined) return <p class="quiet small">{shown.error}</p>;
  const load = (): Promise<void> =>
    call(operations.plan, { number }).then(setShown, (error: unknown) => setShown({ error: String(error) }));
  return (
    <button type="button" class="plain small" onClick={load}>
      Show the plan of the database
    </button>
  );
}

function requestText({ method, url, headers, body }: ExchangeStep['request']): string {
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return [lines.join('\n'), ...(body === '' ? [] : [body])].join('\n\n');
}

/** JSON with line breaks; other texts as they are. */
function readableBody(body: string): string {
  try {
    JSON.parse(body);
    return prettyJson(body);
  } catch {
    return body;
  }
}

/** The parameters of an address as they were before they were encoded; nothing where they can be read there. */
function QueryValues({ url }: { readonly url: string }) {
  const { search, searchParams } = new URL(url);
  if (!/[%+]/.test(search)) return null;
  return <Values values={[...searchParams].map(([name, value]) => ({ name, value }))} />;
}

function ExchangeBody({ step: { request, reply, error, place } }: { readonly step: ExchangeStep }) {
  return (
    <>
      <div class="row">
        <CopyButton text={requestText(request)} what="the request" />
        <PlaceButton place={place} what="the request" />
      </div>
      <ScrolledText text={requestText({ ...request, body: readableBody(request.body) })} />
      <QueryValues url={request.url} />
      {error !== undefined && <p class="notice bad">{error}</p>}
      {reply !== undefined && (
        <>
          <h4>Answer {reply.status}</h4>
          <ScrolledText text={reply.body} />
        </>
      )}
    </>
  );
}

/** What a rehearsed write would have changed, and what it did not send. */
export function Rehearsed({ result }: { readonly result: Ran }) {
  return (
    <>
      {result.changes?.map((change) => (
        <section key={`${change.source} ${change.table}`} class="stack">
          <h4>
            {change.table} <span class="quiet">{change.source}</span>
          </h4>
          {change.inserted.count > 0 && (
            <>
              <p class="badge good">{rowCount(change.inserted.count)} inserted</p>
              <RowsTable label={`Rows inserted into ${change.table}`} rows={change.inserted} />
            </>
          )}
          {change.updated.map((row) => (
            <div key={row.key} class="stack">
              <p class="badge warn">changed: {row.key}</p>
              <ChangesTable label={`Changes of ${row.key}`} heads={['Before', 'After']} values={row.values} />
            </div>
          ))}
          {change.deleted.count > 0 && (
            <>
              <p class="badge bad">{rowCount(change.deleted.count)} deleted</p>
              <RowsTable label={`Rows deleted from ${change.table}`} rows={change.deleted} />
            </>
          )}
          {change.inserted.count + change.updated.length + change.deleted.count === 0 && (
            <p class="quiet small">No difference.</p>
          )}
          {change.unseen !== undefined && <p class="quiet small">{change.unseen}</p>}
        </section>
      ))}
      {result.unsent.map(({ source, request }, index) => (
        <section key={index} class="stack">
          <h4>
            Not sent to {source}
            {index === 0 ? ', because it would change the ERP' : ''}
          </h4>
          <ScrolledText text={requestText({ ...request, headers: {}, body: readableBody(request.body) })} />
          <QueryValues url={request.url} />
        </section>
      ))}
    </>
  );
}
