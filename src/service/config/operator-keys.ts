/** The credentials of the API for operators: digests in a file, like those of API keys. */
import { z } from 'zod';
import type { Diagnostic } from '../../../engine/index.ts';
import { lackOfText, readText } from './environment.ts';
import { fault } from './fault.ts';
import { expiryOf, keyEntry } from './schema.ts';
import { issueDiagnostics, parseYamlFile, unknownKeyHint } from './yaml-file.ts';

export const operatorScopes = ['read', 'write'] as const;

export interface OperatorKey {
  /** In the log of changes. */
  readonly name: string;
  /** `write`: may also read. */
  readonly scope: (typeof operatorScopes)[number];
  /** SHA-256 of the credential: 32 bytes. */
  readonly digest: Uint8Array;
  /** It is refused from this time on, in milliseconds since the epoch; undefined: it does not expire. */
  readonly until: number | undefined;
}

const operatorKey = z.strictObject({
  ...keyEntry.pick({ name: true, sha256: true, until: true }).shape,
  scope: z.enum(operatorScopes),
});

const names = Object.keys(operatorKey.shape);

interface LoadedOperatorKeys {
  readonly keys: readonly OperatorKey[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the file: a list, in YAML or JSON. A missing or empty file has no credentials, which is an error as well. */
export function loadOperatorKeys(file: string): LoadedOperatorKeys {
  const refused = (diagnostics: readonly Diagnostic[]): LoadedOperatorKeys => ({ keys: [], diagnostics });
  const text = readText(file);
  if (!text?.trim()) {
    const message = `The file ${file} with the credentials of operators ${lackOfText(file, text)}.`;
    const hint =
      text === undefined
        ? 'Check the path and the permissions of the file.'
        : '`engine key --operator write` makes a credential, and prints its entry for the file.';
    return refused([fault('CFG504', message, hint)]);
  }
  const { yaml, diagnostics } = parseYamlFile(file, text);
  if (yaml === undefined) return refused(diagnostics);
  const list = z.array(operatorKey).safeParse(yaml.value);
  if (!list.success) return refused(issueDiagnostics(list.error.issues, yaml, (key) => unknownKeyHint(key, names)));
  return {
    keys: list.data.map(({ name, scope, sha256, until }) => ({
      name,
      scope,
      digest: Buffer.from(sha256, 'hex'),
      until: until === undefined ? undefined : expiryOf(until),
    })),
    diagnostics: [],
  };
}
