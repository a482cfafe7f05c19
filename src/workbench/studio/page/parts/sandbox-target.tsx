/** What the sandbox checks: the ERP of the settings, or a running service. Keys go to the server once, and stay in no part of the page. */
import { useState } from 'preact/hooks';
import { operations } from '../../../operations/protocol/operations.ts';
import type { RunningService } from '../../../operations/protocol/running-service.ts';
import { call } from '../api.ts';
import { type Resource, useResource } from '../resource.ts';

interface TargetInput {
  /** Whether a running service is checked. */
  readonly isService: boolean;
  readonly onChange: (isService: boolean) => void;
}

/**
 * Two radio buttons: the ERP of the settings, or a running service. A form asks for its address and keys if the server has none, or to change
 * them.
 */
export function SandboxTarget({ isService, onChange }: TargetInput) {
  const resource = useResource(() => call(operations.service, {}), 'service');
  const [isEditing, setEditing] = useState(false);
  const service = resource.value?.service;
  return (
    <fieldset class="sandbox-target">
      <legend class="hidden">What is checked</legend>
      <label class="row small">
        <input type="radio" name="sandbox-target" checked={!isService} onChange={() => onChange(false)} />
        The ERP of the settings
      </label>
      <label class="row small">
        <input type="radio" name="sandbox-target" checked={isService} onChange={() => onChange(true)} />A running
        service
      </label>
      {isService && service !== undefined && !isEditing && (
        <span class="row wrap small">
          <span class="mono">{service.address}</span>
          <span class="quiet">
            {service.apps.length === 2 ? 'keys of both apps' : `key of the ${service.apps[0]} app`}
          </span>
          <button type="button" class="plain small" onClick={() => setEditing(true)}>
            Change…
          </button>
        </span>
      )}
      {isService && resource.value !== undefined && (service === undefined || isEditing) && (
        <ServiceForm resource={resource} onUsed={() => setEditing(false)} />
      )}
    </fieldset>
  );
}

interface ServiceFormInput {
  readonly resource: Resource<RunningService>;
  readonly onUsed: () => void;
}

const filled = (text: string): string | undefined => (text === '' ? undefined : text);

function ServiceForm({ resource, onUsed }: ServiceFormInput) {
  const [address, setAddress] = useState(resource.value?.service?.address ?? '');
  const [error, setError] = useState<string>();
  const use = async (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    const [key, receivablesKey] = ['key', 'receivablesKey'].map((name) => filled(String(given.get(name) ?? '')));
    for (const input of form.querySelectorAll<HTMLInputElement>('input[type=password]')) input.value = '';
    try {
      await call(operations.useService, { address, key, receivablesKey });
      setError(undefined);
      resource.reload();
      onUsed();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <form
      class="row wrap small service-form"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void use(event.currentTarget);
      }}
    >
      <label>
        Base URL
        <input
          value={address}
          placeholder="https://erp.example/middleware"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
        />
      </label>
      <label>
        Key
        <input type="password" name="key" autocomplete="off" placeholder="empty: ENGINE_KEY" />
      </label>
      <label>
        Key of the receivables app
        <input type="password" name="receivablesKey" autocomplete="off" placeholder="if it is another one" />
      </label>
      <button type="submit" disabled={address === ''}>
        Use this service
      </button>
      {error !== undefined && (
        <p class="notice bad small" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
