/** The answer of a call: as JSON, as tables, or beside the answer of an earlier call. */
import { useMemo, useState } from 'preact/hooks';
import { comparedLines } from '../../../../testing/compared-lines.ts';
import { CompareTable } from '../compare-table.tsx';
import { CopyButton } from '../copy-button.tsx';
import { RowsTable } from '../rows-table.tsx';
import { ScrolledText } from '../scrolled-text.tsx';
import { answerTables, prettyJson } from './json-text.ts';

const forms = ['JSON', 'Table', 'Changes'] as const;
type Form = (typeof forms)[number];

/** How the last answer was shown: the next one is shown in the same way. */
let lastForm: Form = 'JSON';

/** `before`: the answer of the call before, with which it is compared; undefined for the first one. */
export function Answer({ json, before }: { readonly json: string; readonly before: string | undefined }) {
  const [picked, setPicked] = useState<Form>(lastForm);
  const form = picked === 'Changes' && before === undefined ? 'JSON' : picked;
  const pick = (one: Form): void => {
    lastForm = one;
    setPicked(one);
  };
  return (
    <>
      <fieldset class="row wrap chips">
        <legend class="hidden">Show the answer as</legend>
        {forms.map((one) => (
          <button
            key={one}
            type="button"
            class="badge chip accent"
            aria-pressed={one === form}
            disabled={one === 'Changes' && before === undefined}
            title={one === 'Changes' ? 'What differs from the answer before' : undefined}
            onClick={() => pick(one)}
          >
            {one}
          </button>
        ))}
        <span class="spread">
          <CopyButton text={prettyJson(json)} what="the answer as JSON" />
        </span>
      </fieldset>
      {form === 'JSON' && <ScrolledText text={prettyJson(json)} />}
      {form === 'Table' && <Tables json={json} />}
      {form === 'Changes' && before !== undefined && <Changes {...{ json, before }} />}
    </>
  );
}

function Tables({ json }: { readonly json: string }) {
  const tables = useMemo(() => answerTables(json), [json]);
  return (
    <>
      {tables.map(({ name, rows }) => (
        <div key={name} class="stack">
          {name !== '' && <h4>{name}</h4>}
          <RowsTable label={name === '' ? 'The answer' : `Rows of ${name}`} rows={rows} />
        </div>
      ))}
    </>
  );
}

function Changes({ json, before }: { readonly json: string; readonly before: string }) {
  const lines = useMemo(() => comparedLines(prettyJson(before), prettyJson(json)), [json, before]);
  if (lines.length === 0) return <p class="quiet small">The answer is the same as before.</p>;
  return <CompareTable heads={['Before', 'Now']} lines={lines} />;
}
