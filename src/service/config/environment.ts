/** Environment variables: from the process, from `.env` files, and from the files that `NAME_FILE` variables name. */
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';

import type { Diagnostic, Place } from '../../../engine/index.ts';
import { fault } from './fault.ts';
import { contentOf, keptByContent, lackOfText, readText } from './file-contents.ts';

export { lackOfText, readText, withoutMark } from './file-contents.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** One origin of variables. In a list of layers, earlier ones take precedence. */
export interface EnvironmentLayer {
  readonly variables: Variables;
  /** Base folder of relative paths in the values. */
  readonly folder: string;
  /** The `.env` file and its text; undefined for the process's own variables. */
  readonly file: { readonly name: string; readonly text: string } | undefined;
  /** Only variables that begin with it belong to the layer: `ACME_` makes `ACME_DB_PASSWORD` the layer's `DB_PASSWORD`. */
  readonly prefix?: string;
}

/** The variables of a layer, without its prefix. */
export function variablesOf({ variables, prefix = '' }: EnvironmentLayer): readonly (readonly [string, string])[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    value === undefined || !name.startsWith(prefix) ? [] : [[name.slice(prefix.length), value] as const],
  );
}

interface EnvironmentValue {
  readonly value: string;
  /** The variable that was set: NAME or NAME_FILE. */
  readonly variable: string;
  readonly folder: string;
  readonly place: Place | undefined;
  /** The file that NAME_FILE names. */
  readonly file: string | undefined;
}

/** The result of looking up a variable. `file` of a fault: the file that could not be used. */
type LookedUp =
  | { readonly kind: 'value'; readonly variable: EnvironmentValue }
  | { readonly kind: 'unset' }
  | { readonly kind: 'fault'; readonly diagnostic: Diagnostic; readonly file: string | undefined };

/** Reads a `.env` file as a layer; undefined if it cannot be read. */
export const dotEnvLayer = keptByContent((text, file): EnvironmentLayer | undefined =>
  text === undefined ? undefined : { variables: parseEnv(text), folder: dirname(file), file: { name: file, text } },
);

/**
 * The value of a variable NAME, set directly or through NAME_FILE. An empty variable counts as not set: compose files turn a missing
 * variable into an empty one. Line breaks at the end of a file are removed.
 */
export function lookUp(layers: readonly EnvironmentLayer[], name: string): LookedUp {
  for (const layer of layers) {
    const variable = `${layer.prefix ?? ''}${name}`;
    const pointer = `${variable}_FILE`;
    const variableValue = layer.variables[variable];
    const target = layer.variables[pointer];
    if (variableValue && target) {
      const hint = `Remove one of ${variable} and ${pointer}.`;
      const diagnostic = fault('CFG502', `${variable} and ${pointer} are both set.`, hint, findPlace(layer, variable));
      return { kind: 'fault', diagnostic, file: undefined };
    }
    if (variableValue) {
      const variableSetting = {
        value: variableValue,
        variable,
        folder: layer.folder,
        place: findPlace(layer, variable),
        file: undefined,
      };
      return { kind: 'value', variable: variableSetting };
    }
    if (target) return fromFile(layer, pointer, resolve(layer.folder, target));
  }
  return { kind: 'unset' };
}

function fromFile(layer: EnvironmentLayer, variable: string, file: string): LookedUp {
  const place = findPlace(layer, variable);
  const text = readText(file)?.replace(/[\r\n]+$/, '');
  if (text) return { kind: 'value', variable: { value: text, variable, folder: layer.folder, place, file } };
  const hint = 'Check the path and the permissions of the file.';
  const code = variable.slice((layer.prefix ?? '').length).startsWith('ENGINE_KEY') ? 'CFG504' : 'CFG503';
  return {
    kind: 'fault',
    diagnostic: fault(code, `The file ${file}, set by ${variable}, ${lackOfText(file, text)}.`, hint, place),
    file,
  };
}

/** A file that a variable names. */
export interface VariableFile {
  /** The variable that gets the content of the file: NAME of NAME_FILE. */
  readonly variable: string;
  /** Absolute. */
  readonly file: string;
}

/** The files that variables NAME_FILE name. Not every variable of that form is meant for this program. */
export function variableFiles(layers: readonly EnvironmentLayer[]): readonly VariableFile[] {
  return layers.flatMap((layer) =>
    variablesOf(layer).flatMap(([name, target]) =>
      target !== '' && name.endsWith('_FILE')
        ? [{ variable: name.slice(0, -'_FILE'.length), file: resolve(layer.folder, target) }]
        : [],
    ),
  );
}

/**
 * All layers merged into one record for the engine. An empty variable does not replace that of a lower layer. For a variable NAME_FILE the record
 * also has NAME, whose getter reads the file: not every variable of that form is meant for this program.
 */
export function flatten(layers: readonly EnvironmentLayer[]): Variables {
  const merged: Record<string, string | undefined> = {};
  const define = (name: string, property: PropertyDescriptor): void => {
    Object.defineProperty(merged, name, { ...property, enumerable: true, configurable: true });
  };
  for (const layer of layers.toReversed()) {
    const variables = variablesOf(layer);
    const flattened = new Map(variables);
    for (const [name, value] of variables) {
      if (value !== '' || !Object.hasOwn(merged, name)) define(name, { value, writable: true });
      const target = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : undefined;
      if (target === undefined || value === '' || flattened.get(target)) continue;
      const get = (): string | undefined => {
        const lookup = lookUp([layer], target);
        return lookup.kind === 'value' ? lookup.variable.value : undefined;
      };
      define(target, { get });
    }
  }
  return merged;
}

/** Where a variable is set in its `.env` file. */
function findPlace(layer: EnvironmentLayer, name: string): Place | undefined {
  if (layer.file === undefined) return undefined;
  const lines = layer.file.text.split('\n');
  const index = lines.findLastIndex((line) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line));
  const column = (lines[index]?.indexOf(name) ?? 0) + 1;
  return { file: layer.file.name, line: index + 1, column: Math.max(column, 1), length: name.length };
}

/** Whether a file is missing or blank. A file whose state cannot be read (permissions, a network drive) does not count as gone. */
export function isGone(file: string): boolean {
  const { text, isMissing } = contentOf(file);
  return isMissing || text?.trim() === '';
}
