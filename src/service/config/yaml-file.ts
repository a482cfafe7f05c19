/** Parses a YAML file of the configuration; keeps the position of each part. */

import { isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { closest } from '../../../engine/host/index.ts';
import type { Diagnostic, Place } from '../../../engine/index.ts';
import { fault } from './fault.ts';
import { issueText } from './issue-text.ts';
import { pathText } from './path-text.ts';

type Path = readonly PropertyKey[];

export interface YamlFile {
  readonly value: unknown;
  /** The position of the value at a path, or with `key` of its key. For a missing value, the position of its nearest parent. */
  place(path: Path, target?: 'key' | 'value'): Place;
}

/** Parses YAML 1.2, and so JSON. Reports all syntax errors. */
export function parseYamlFile(
  file: string,
  text: string,
): { readonly yaml?: YamlFile; readonly diagnostics: readonly Diagnostic[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (start: number, end: number): Place => {
    const { line, col } = lines.linePos(start);
    const length = Math.max(1, (text.slice(start, end).split('\n', 1)[0] ?? '').trimEnd().length);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), length };
  };
  const diagnostics = document.errors.map((error) =>
    fault('YAML101', `The file is not valid YAML: ${error.message}.`, 'Correct the syntax.', at(...error.pos)),
  );
  if (diagnostics.length > 0) return { diagnostics };
  const nodePlace = (node: unknown): Place | undefined =>
    isNode(node) && node.range ? at(node.range[0], node.range[1]) : undefined;
  const place = (path: Path, target: 'key' | 'value' = 'value'): Place => {
    for (let depth = path.length; depth > 0; depth--) {
      const parent = document.getIn(path.slice(0, depth - 1), true);
      const name = path[depth - 1];
      if (target === 'key' && isMap(parent)) {
        const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name);
        const keyPlace = nodePlace(pair?.key);
        if (keyPlace) return keyPlace;
      }
      const valuePlace = nodePlace(document.getIn(path.slice(0, depth), true));
      if (valuePlace) return valuePlace;
    }
    return nodePlace(document.contents) ?? { file, line: 1, column: 1, length: 1 };
  };
  try {
    return { yaml: { value: document.toJS({ maxAliasCount: 20 }), place }, diagnostics };
  } catch {
    const message = 'The file uses too many YAML aliases.';
    return { diagnostics: [fault('YAML105', message, 'Write the values out.', place([]))] };
  }
}

const customCodes = ['CFG505', 'CFG506', 'CFG517'] as const;

/** What to do about an unknown key. */
export interface KeyHint {
  readonly hint: string;
  /** The key to write instead. */
  readonly replacement?: string;
}

/** The hint about an unknown key, where these are known. */
export function unknownKeyHint(key: string, keys: readonly string[]): KeyHint {
  const near = closest(key, keys);
  return near === undefined
    ? { hint: `Known here: ${keys.join(', ')}.` }
    : { hint: `Did you mean "${near}"?`, replacement: near };
}

/**
 * The issues that zod reports for a file's value, as findings. A custom issue has its code and hint in `params`, and with `at: key` the place of its
 * key. `hintFor`: the hint about an unknown key at a path.
 */
export function issueDiagnostics(
  issues: readonly z.core.$ZodIssue[],
  yaml: YamlFile,
  hintFor: (key: string, path: Path) => KeyHint,
): readonly Diagnostic[] {
  return issues.flatMap((issue) => {
    const name = issue.path.length === 0 ? 'The file' : `"${pathText(issue.path)}"`;
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map((key) => {
          const place = yaml.place([...issue.path, key], 'key');
          const { hint, replacement } = hintFor(key, issue.path);
          const unknown = fault('CFG501', `There is no setting "${key}".`, hint, place);
          return replacement === undefined ? unknown : { ...unknown, replacement };
        });
      case 'custom': {
        const { code, hint, at } = issue.params ?? {};
        const customCode = customCodes.find((each) => each === code) ?? 'CFG502';
        const cure = typeof hint === 'string' ? hint : 'Correct the value.';
        return [
          fault(customCode, `${name} ${issue.message}.`, cure, yaml.place(issue.path, at === 'key' ? 'key' : 'value')),
        ];
      }
      default: {
        const text = issueText(issue, yaml.value);
        const cure = text === 'is missing' ? 'Add it.' : 'Correct the value.';
        return [fault('CFG502', `${name} ${text}.`, cure, yaml.place(issue.path))];
      }
    }
  });
}
