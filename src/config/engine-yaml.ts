/** engine.yaml: the settings and keys that it gives. */
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
  /** Folder that relative paths count from. */
  readonly folder: string;
  /** By the name of the setting, as they are written. */
  readonly settings: ReadonlyMap<string, YamlSetting>;
  readonly keys: readonly { readonly entry: KeyEntry; readonly place: Place }[];
  readonly diagnostics: readonly Diagnostic[];
  /** The file's text for code frames; empty when it may hold a key in place of a digest, or a password. */
  readonly source: ReadonlyMap<string, string>;
}

export const noEngineYaml: EngineYaml = {
  folder: '.',
  settings: new Map(),
  keys: [],
  diagnostics: [],
  source: new Map(),
};

/** The text, for code frames, unless it holds a password in the address of a store: a frame also shows the lines around. */
function shownText(file: string, text: string): ReadonlyMap<string, string> {
  return /:\/\/[^\s/]*:.*@/.test(text) ? new Map() : new Map([[file, text]]);
}

/** Reads engine.yaml. A file with faults gives its diagnostics and nothing else. */
export function readEngineYaml(file: string, text: string): EngineYaml {
  const parsed = parseYamlFile(file, text);
  const faulty = (diagnostics: readonly Diagnostic[]): EngineYaml => {
    const pastedKey = diagnostics.some(({ code }) => code === 'CFG506');
    return { ...noEngineYaml, diagnostics, source: pastedKey ? new Map() : shownText(file, text) };
  };
  const { yaml } = parsed;
  if (yaml === undefined) return faulty(parsed.diagnostics);
  if (yaml.value === null) return noEngineYaml;
  const checked = engineYaml.safeParse(yaml.value);
  if (!checked.success) {
    const { issues } = checked.error;
    const [inKeys, others] = [
      issues.filter(({ path }) => path.length > 0),
      issues.filter(({ path }) => path.length === 0),
    ];
    return faulty([...issueDiagnostics(others, yaml, engineYamlKeys), ...issueDiagnostics(inKeys, yaml, keyEntryKeys)]);
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
    source: shownText(file, text),
  };
}
