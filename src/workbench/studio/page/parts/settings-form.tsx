/** The settings of the profile, with values for the session. */
import { useState } from 'preact/hooks';
import { operations } from '../../../operations/protocol/operations.ts';
import type { Project } from '../../../operations/protocol/project.ts';
import { call } from '../api.ts';

type Setting = Project['settings'][number];

const origins: Readonly<Record<Setting['from'], string>> = {
  session: 'set for this session',
  environment: 'from the environment',
  default: 'the default of the profile',
  nowhere: 'no value',
};

/** Open while a setting has no value. Values are kept in memory until the studio ends; the page never receives one. */
export function SettingsForm({ settings }: Pick<Project, 'settings'>) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState<string>();
  const missing = settings.filter(({ from }) => from === 'nowhere').length;
  if (settings.length === 0) return null;
  const send = (changed: Readonly<Record<string, string | null>>): void => {
    setFault(undefined);
    call(operations.changeSettings, { values: changed }).then(
      () => setValues({}),
      (error: unknown) => setFault(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <details class="panel settings" open={missing > 0}>
      <summary>
        {settings.length === 1 ? '1 setting' : `${settings.length} settings`}
        {missing === 0 ? '' : `, ${missing} without a value`}
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(values);
        }}
      >
        <p class="quiet small">
          Values that are set here are kept in memory until the studio ends. A service gets them from its environment.
        </p>
        <div class="settings-fields">
          {settings.map((setting) => (
            <SettingField
              key={setting.name}
              setting={setting}
              value={setting.env === undefined ? '' : (values[setting.env] ?? '')}
              onChange={(env, value) => setValues({ ...values, [env]: value })}
              onReset={(env) => send({ [env]: null })}
            />
          ))}
        </div>
        {fault !== undefined && (
          <p class="notice bad" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" class="primary" disabled={Object.keys(values).length === 0}>
          Use for this session
        </button>
      </form>
    </details>
  );
}

interface SettingFieldInput {
  readonly setting: Setting;
  readonly value: string;
  readonly onChange: (env: string, value: string) => void;
  readonly onReset: (env: string) => void;
}

function SettingField({ setting, value, onChange, onReset }: SettingFieldInput) {
  const { name, env, secret, from, description } = setting;
  const id = `setting-${name}`;
  return (
    <div class="field">
      <label for={id}>
        {name} <span class="quiet">{origins[from]}</span>
      </label>
      <input
        id={id}
        {...(secret ? { type: 'password' as const } : {})}
        value={value}
        disabled={env === undefined}
        placeholder={env === undefined ? 'written in the profile' : env}
        aria-describedby={description === undefined ? undefined : `${id}-about`}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => env !== undefined && onChange(env, currentTarget.value)}
      />
      {description !== undefined && (
        <span class="quiet small" id={`${id}-about`}>
          {description}
        </span>
      )}
      {from === 'session' && env !== undefined && (
        <button type="button" class="plain small" onClick={() => onReset(env)}>
          Take back<span class="hidden"> {name}</span>
        </button>
      )}
    </div>
  );
}
