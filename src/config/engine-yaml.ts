/** Reads engine.yaml: settings and API keys. */
import { dirname } from 'node:path';

import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Place } from '../../engine/index.ts';
import { engineYaml, engineYamlKeys, type KeyEntry, keyEntryKeys } from './schema.ts';
import { issueDiagnostics, parseYamlFile } from './yaml-file.ts';

export interface YamlSetting {
  readonly text: string;
  readonly place: Place;
}

export interface EngineYaml {
  /** Base folder of relative paths. */
  readonly folder: string;
  /** By the name of the setting; the values are unparsed text. */
  readonly settings: ReadonlyMap<string, YamlSetting>;
  readonly keys: readonly { readonly entry: KeyEntry; readonly place: Place }[];
  readonly diagnostics: readonly Diagnostic[];
  /** The file's text for code frames, by file name; empty if it may contain an API key or a password. */
  readonly source: ReadonlyMap<string, string>;
}

export const noEngineYaml: EngineYaml = {
  folder: '.',
  settings: new Map(),
  keys: [],
  diagnostics: [],
  source: new Map(),
};

/** The text for code frames, unless the address of a store has a password in it: a frame also shows neighbouring lines. */
function frameSource(file: string, text: string): ReadonlyMap<string, string> {
  return /:\/\/[^\s/]*:.*@/.test(text) ? new Map() : new Map([[file, text]]);
}

/** Reads the text of engine.yaml. If it has errors, the result holds findings only. */
export function readEngineYaml(file: string, text: string): EngineYaml {
  const parsed = parseYamlFile(file, text);
  const faulty = (diagnostics: readonly Diagnostic[]): EngineYaml => {
    const pastedKey = diagnostics.some(({ code }) => code === 'CFG506');
    return { ...noEngineYaml, diagnostics, source: pastedKey ? new Map() : frameSource(file, text) };
  };
  const { yaml } = parsed;
  if (yaml === undefined) return faulty(parsed.diagnostics);
  if (yaml.value === null) return noEngineYaml;
  const checked = engineYaml.safeParse(yaml.value);
  if (!checked.success) {
    const { issues } = checked.error;
    const atTop = issues.filter(({ path }) => path.length === 0);
    const inKeys = issues.filter(({ path }) => path.length > 0);
    return faulty([...issueDiagnostics(atTop, yaml, engineYamlKeys), ...issueDiagnostics(inKeys, yaml, keyEntryKeys)]);
  }
  const { keys = [], ...settings } = checked.data;
  const entries = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, { text: String(value), place: yaml.place([name]) }] as const],
  );
  return {
    folder: dirname(file),
    settings: new Map(entries),
    keys: keys.map((entry, index) => ({ entry, place: yaml.place(['keys', index]) })),
    diagnostics: [],
    source: frameSource(file, text),
  };
}
