/** The form of a request, made from the contract. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { operations } from '../../../operations/protocol/operations.ts';
import type { FormField } from '../../../operations/protocol/project.ts';
import { call } from '../api.ts';
import { focusNext } from './missing-value.ts';
import { type FormValues, firstValues } from './request-form.ts';

/** Messages by the path of a field in the request, such as `lines[0].qty`. */
export type FieldErrors = ReadonlyMap<string, string>;

interface FieldsInput {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** Part of the ids of the inputs. */
  readonly prefix: string;
  /** The path of the fields in the request: empty, or `lines[0].`. */
  readonly at: string;
  readonly errors: FieldErrors;
  /** Kinds of records that the profile can offer. */
  readonly offered: ReadonlySet<string>;
  readonly onChange: (values: FormValues) => void;
}

/** An input for each field, and a fieldset for each item of a list. `onChange` gets all values, including the unchanged ones. */
export function FormFields({ fields, values, prefix, at, errors, offered, onChange }: FieldsInput) {
  const set = (name: string, value: FormValues[string]): void => onChange({ ...values, [name]: value });
  return (
    <>
      {fields.map((field) => {
        const value = values[field.name];
        const id = `${prefix}-${field.name}`;
        return field.type === 'list' ? (
          <ListField
            key={id}
            {...{ field, id, offered, errors }}
            at={`${at}${field.name}`}
            items={typeof value === 'object' ? value : []}
            onChange={(items) => set(field.name, items)}
          />
        ) : (
          <PlainField
            key={id}
            {...{ field, id, offered }}
            error={errors.get(`${at}${field.name}`)}
            value={typeof value === 'string' ? value : ''}
            onChange={(text) => set(field.name, text)}
          />
        );
      })}
    </>
  );
}

interface PlainInput {
  readonly field: FormField;
  readonly id: string;
  readonly value: string;
  /** What the last call has reported about it. */
  readonly error: string | undefined;
  readonly offered: ReadonlySet<string>;
  readonly onChange: (text: string) => void;
}

function PlainField({ field, id, value, error, offered, onChange }: PlainInput) {
  const { name, description, required, oneOf, type, idKind } = field;
  const described = error === undefined ? `${id}-about` : `${id}-error ${id}-about`;
  const isInvalid = error !== undefined;
  const choices = type === 'boolean' ? ['true', 'false'] : oneOf;
  const place = useRef<HTMLDivElement>(null);
  // A text may be empty, such as that of a search.
  const isDemanded = required && type !== 'text';
  const isOffered = idKind !== undefined && offered.has(idKind);
  return (
    <div class="field" ref={place}>
      <label for={id}>
        {name}
        {required && <span class="quiet"> required</span>}
      </label>
      {choices === undefined ? (
        <input
          id={id}
          value={value}
          dir="auto"
          required={isDemanded}
          aria-describedby={described}
          aria-invalid={isInvalid}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || !isOffered) return;
            event.preventDefault();
            place.current?.querySelector<HTMLElement>('.offer > button')?.click();
          }}
        />
      ) : (
        <select
          id={id}
          value={value}
          required={isDemanded}
          aria-describedby={described}
          aria-invalid={isInvalid}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">(none)</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      {error !== undefined && (
        <span class="small fault" id={`${id}-error`}>
          {error}
        </span>
      )}
      <span class="quiet small" id={`${id}-about`}>
        {description}
      </span>
      {isOffered && (
        <Offer
          kind={idKind}
          query={value}
          onPick={onChange}
          onLeave={() => place.current?.querySelector('input')?.focus()}
          onPicked={() => focusNext(place.current?.querySelector('input') ?? null)}
        />
      )}
    </div>
  );
}

interface OfferInput {
  readonly kind: string;
  readonly query: string;
  readonly onPick: (id: string) => void;
  /** Called when the list was left without a choice, and after the page shows the choice. */
  readonly onLeave: () => void;
  readonly onPicked: () => void;
}

/** Arrow keys move in the list of records, Escape leaves it. */
function moveRecord(event: KeyboardEvent, onLeave: () => void): void {
  const line = event.target instanceof HTMLElement ? event.target.closest('li') : null;
  const other = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[event.key];
  if (event.key === 'Escape') onLeave();
  else if (other !== undefined) other?.querySelector('button')?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Offers records of the ERP, found through the profile's own lists and searches. The first one has the focus. */
function Offer({ kind, query, onPick, onLeave, onPicked }: OfferInput) {
  const [options, setOptions] = useState<readonly { readonly value: string; readonly label: string }[]>();
  const [error, setError] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), [options]);
  const search = async (): Promise<void> => {
    setError(undefined);
    try {
      setOptions((await call(operations.suggest, { kind, query })).records);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <div class="offer">
      <button type="button" class="plain small" onClick={search}>
        Look up in the ERP<span class="hidden">: {kind}</span>
      </button>
      {error !== undefined && (
        <p class="small" role="alert">
          {error}
        </p>
      )}
      {options !== undefined && (
        <ul
          class="panel"
          ref={list}
          onKeyDown={(event) =>
            moveRecord(event, () => {
              setOptions(undefined);
              onLeave();
            })
          }
        >
          {options.length === 0 && <li class="quiet small">Nothing was found.</li>}
          {options.map(({ value, label }) => (
            <li key={value}>
              <button
                type="button"
                onClick={() => {
                  onPick(value);
                  setOptions(undefined);
                  requestAnimationFrame(onPicked);
                }}
              >
                <code>{value}</code> <bdi class="quiet small">{label}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ListInput {
  readonly field: FormField;
  readonly id: string;
  readonly items: readonly FormValues[];
  /** The path of the list in the request. */
  readonly at: string;
  readonly errors: FieldErrors;
  readonly offered: ReadonlySet<string>;
  readonly onChange: (items: readonly FormValues[]) => void;
}

function ListField({ field, id, items, at, errors, offered, onChange }: ListInput) {
  const fields = field.items ?? [];
  const error = errors.get(at);
  return (
    <fieldset class="panel">
      <legend>{field.name}</legend>
      {error !== undefined && <span class="small fault">{error}</span>}
      {items.map((item, index) => (
        <fieldset key={index} class="item">
          <legend class="row">
            {field.name} {index + 1}
            <button
              type="button"
              class="plain small"
              onClick={() => onChange(items.filter((_, other) => other !== index))}
            >
              Remove
            </button>
          </legend>
          <FormFields
            {...{ fields, offered, errors }}
            at={`${at}[${index}].`}
            values={item}
            prefix={`${id}-${index}`}
            onChange={(changed) => onChange(items.map((one, other) => (other === index ? changed : one)))}
          />
        </fieldset>
      ))}
      <button type="button" class="plain small" onClick={() => onChange([...items, firstValues(fields)])}>
        Add
      </button>
    </fieldset>
  );
}
