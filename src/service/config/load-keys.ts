/** Reads API keys from all their sources: environment variables, engine.yaml, a key file. */
import { timingSafeEqual } from 'node:crypto';

import type { Diagnostic, Place } from '../../../engine/index.ts';
import { digestOf, isCurrent, type Key, type KeyApp } from './api-keys.ts';
import { type EnvironmentLayer, isGone, lackOfText, lookUp, readText } from './environment.ts';
import { fault, warning } from './fault.ts';
import { expiryOf, type KeyEntry, keyEntryKeys, parseKeyFile } from './schema.ts';
import { keyVariables } from './settings.ts';
import { issueDiagnostics, parseYamlFile, unknownKeyHint } from './yaml-file.ts';

/** A key, and where it is declared. */
interface Declared {
  readonly key: Key;
  readonly place: Place | undefined;
}

interface LoadedKeys {
  readonly keys: readonly Key[];
  /** Files that keys are read from. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** The part of `diagnostics` that only reports a missing or empty file. */
  readonly absent: readonly Diagnostic[];
}

interface KeySources {
  readonly layers: readonly EnvironmentLayer[];
  /** Entries of engine.yaml, with their places. */
  readonly entries: readonly { readonly entry: KeyEntry; readonly place: Place }[];
  readonly keyFile: string | undefined;
}

/** Shortest accepted key, in characters: 96 bits with an alphabet of 64. */
const shortest = 16;

/**
 * Reads all keys. If one is faulty the caller must not use any of them: an incomplete list would lock out a caller. `now` is in
 * milliseconds since the epoch.
 */
export function loadKeys(sources: KeySources, now: number): LoadedKeys {
  const parts = [fromEnvironment(sources.layers), fromKeyFile(sources.keyFile)];
  const declared = [
    ...parts.flatMap((part) => part.declared),
    ...sources.entries.map(({ entry, place }) => ({ key: apiKey(entry), place })),
  ];
  const diagnostics = [...parts.flatMap((part) => part.diagnostics), ...contradictions(declared)];
  for (const { key, place } of declared) {
    if (isCurrent(key, now)) continue;
    diagnostics.push(
      warning(
        'CFG513',
        `The key "${key.name}" has expired and is refused.`,
        'Remove it, or set a later "until".',
        place,
      ),
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
    const lookup = lookUp(layers, env);
    if (lookup.kind === 'fault') {
      diagnostics.push(lookup.diagnostic);
      if (lookup.file !== undefined) {
        files.push(lookup.file);
        if (isGone(lookup.file)) absent.push(lookup.diagnostic);
      }
    }
    if (lookup.kind !== 'value') continue;
    const { value, variable, place, file } = lookup.variable;
    if (file !== undefined) files.push(file);
    const weakness = weaknessOf(value.trim());
    if (weakness !== undefined) {
      diagnostics.push(
        fault(
          'CFG505',
          `The key in ${variable} ${weakness}.`,
          'Use a key that the platform generated, or generate one with `engine key`.',
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
    const hint =
      text === undefined
        ? 'Check the path and the permissions of the file.'
        : '`engine key` generates a key, and prints its entry for the file.';
    const fileFaults = [fault('CFG504', `The key file ${file} ${lackOfText(file, text)}.`, hint)];
    return broken(fileFaults, isGone(file) ? fileFaults : []);
  }
  const { yaml, diagnostics } = parseYamlFile(file, text);
  if (yaml === undefined) return broken(diagnostics);
  const list = parseKeyFile(yaml.value);
  if (!list.success)
    return broken(issueDiagnostics(list.error.issues, yaml, (key) => unknownKeyHint(key, keyEntryKeys)));
  const nested = !Array.isArray(yaml.value);
  const declared = list.data.keys.map((entry, index) => ({
    key: apiKey(entry),
    place: yaml.place(nested ? ['keys', index] : [index]),
  }));
  return { declared, files: [file], diagnostics: [], absent: [] };
}

function weaknessOf(key: string): string | undefined {
  if (/\s/.test(key)) return 'contains white space, which the Authorization header does not allow';
  if (key.length < shortest) return `is weak: it has fewer than ${shortest} characters`;
  return new Set(key).size < 6 ? 'is weak: it consists of few different characters' : undefined;
}

function apiKey(entry: KeyEntry): Key {
  const until = entry.until === undefined ? undefined : expiryOf(entry.until);
  return { name: entry.name, app: entry.app, digest: Buffer.from(entry.sha256, 'hex'), until };
}

/** The same key may not be declared for different apps. */
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
  return `Give each app its own key (${first}, ${second}), or declare the key once, as app "both" or as ENGINE_KEY.`;
}
