/** API keys from every place that they may stand in: the environment, engine.yaml, a key file. */
import { timingSafeEqual } from 'node:crypto';

import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Place } from '../../engine/index.ts';
import { digestOf, isCurrent, type Key, type KeyApp } from './api-keys.ts';
import { type EnvironmentLayer, isGone, lookUp, readText } from './environment.ts';
import { fault, warning } from './fault.ts';
import { endOf, type KeyEntry, keyEntryKeys, keyFileSchema } from './schema.ts';
import { keyVariables } from './settings.ts';
import { issueDiagnostics, parseYamlFile } from './yaml-file.ts';

/** A key and where it was declared. */
interface Declared {
  readonly key: Key;
  readonly place: Place | undefined;
}

export interface LoadedKeys {
  readonly keys: readonly Key[];
  /** Files that hold keys. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Those of the diagnostics that say no more than that a file is missing or empty. */
  readonly absent: readonly Diagnostic[];
}

export interface KeyPlaces {
  readonly layers: readonly EnvironmentLayer[];
  /** Entries of engine.yaml, with their places. */
  readonly entries: readonly { readonly entry: KeyEntry; readonly place: Place }[];
  readonly keyFile: string | undefined;
}

/** The shortest key that is taken: at 64 characters to choose from, 96 bits. */
const shortest = 16;

/** Reads all keys. A fault in one of them is a fault of the whole: half a list of keys is nobody's intention. */
export function loadKeys(places: KeyPlaces, now: number): LoadedKeys {
  const parts = [fromEnvironment(places.layers), fromKeyFile(places.keyFile)];
  const declared = [
    ...parts.flatMap((part) => part.declared),
    ...places.entries.map(({ entry, place }) => ({ key: keyOf(entry), place })),
  ];
  const diagnostics = [...parts.flatMap((part) => part.diagnostics), ...contradictions(declared)];
  for (const { key, place } of declared) {
    if (isCurrent(key, now)) continue;
    diagnostics.push(
      warning('CFG513', `The key "${key.name}" has ended and is refused.`, 'Remove it, or give it a later end.', place),
    );
  }
  return {
    keys: declared.map(({ key }) => key),
    files: parts.flatMap((part) => part.files),
    diagnostics,
    absent: parts.flatMap((part) => part.absent),
  };
}

interface Part {
  readonly declared: readonly Declared[];
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly absent: readonly Diagnostic[];
}

function fromEnvironment(layers: readonly EnvironmentLayer[]): Part {
  const declared: Declared[] = [];
  const files: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const absent: Diagnostic[] = [];
  for (const { env, app } of keyVariables) {
    const looked = lookUp(layers, env);
    if (looked.kind === 'fault') {
      diagnostics.push(looked.diagnostic);
      if (looked.file !== undefined) {
        files.push(looked.file);
        if (isGone(looked.file)) absent.push(looked.diagnostic);
      }
    }
    if (looked.kind !== 'value') continue;
    const { value, variable, place, file } = looked.found;
    if (file !== undefined) files.push(file);
    const weakness = weaknessOf(value.trim());
    if (weakness !== undefined) {
      diagnostics.push(
        fault(
          'CFG505',
          `The key in ${variable} ${weakness}.`,
          'Use a key that the platform made, or one of `engine key`.',
          place,
        ),
      );
    } else {
      declared.push({ key: { name: env, app, digest: digestOf(value.trim()), until: undefined }, place });
    }
  }
  return { declared, files, diagnostics, absent };
}

function fromKeyFile(file: string | undefined): Part {
  if (file === undefined) return { declared: [], files: [], diagnostics: [], absent: [] };
  const broken = (diagnostics: readonly Diagnostic[], absent: readonly Diagnostic[] = []): Part => {
    return { declared: [], files: [file], diagnostics, absent };
  };
  const text = readText(file);
  if (!text?.trim()) {
    const message = `The key file ${file} ${text === undefined ? 'cannot be read' : 'is empty'}.`;
    const found = [fault('CFG504', message, 'Check the path, and that this user may read the file.')];
    return broken(found, isGone(file) ? found : []);
  }
  const { yaml, diagnostics } = parseYamlFile(file, text);
  if (yaml === undefined) return broken(diagnostics);
  const list = keyFileSchema.safeParse(yaml.value);
  if (!list.success) return broken(issueDiagnostics(list.error.issues, yaml, keyEntryKeys));
  const nested = !Array.isArray(yaml.value);
  const declared = list.data.keys.map((entry, index) => ({
    key: keyOf(entry),
    place: yaml.place(nested ? ['keys', index] : [index]),
  }));
  return { declared, files: [file], diagnostics: [], absent: [] };
}

function weaknessOf(key: string): string | undefined {
  if (/\s/.test(key)) return 'has white space in it, which a request header cannot carry';
  if (key.length < shortest) return `is weak: it has fewer than ${shortest} characters`;
  return new Set(key).size < 6 ? 'is weak: it repeats a few characters' : undefined;
}

function keyOf(entry: KeyEntry): Key {
  const until = entry.until === undefined ? undefined : endOf(entry.until);
  return { name: entry.name, app: entry.app, digest: Buffer.from(entry.sha256, 'hex'), until };
}

function contradictions(declared: readonly Declared[]): readonly Diagnostic[] {
  return declared.flatMap(({ key, place }, index) => {
    const other = declared
      .slice(0, index)
      .find((earlier) => timingSafeEqual(earlier.key.digest, key.digest) && earlier.key.app !== key.app);
    if (other === undefined) return [];
    const message = `"${other.key.name}" and "${key.name}" are the same key, for different apps.`;
    return [fault('CFG512', message, hintFor(other.key.app, key.app), place)];
  });
}

function hintFor(first: KeyApp, second: KeyApp): string {
  return `Each app has a key of its own (${first}, ${second}). A key for both is declared once, as app "both" or ENGINE_KEY.`;
}
