/** A violation of the grammar: its diagnostic, its path, and the correction if the intended text is evident. */

import type { Path } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { secretsIn } from '../../diagnostics/secrets/mask-values.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { valueAt } from '../yaml/path.ts';

/** The key or value that the author most likely intended. */
type Correction =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'value'; readonly value: string | number | boolean };

export interface GrammarFault {
  /** Path in the value of the document. */
  readonly path: Path;
  readonly diagnostic: Diagnostic;
  readonly correction?: Correction | undefined;
}

export interface GrammarContext {
  readonly document: ProfileDocument;
  /** The grammar as JSON Schema, for suggestions. */
  readonly schema: object;
}

interface FaultText {
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
  /** What the place of the diagnostic marks; the value by default. */
  readonly target?: 'key';
}

/** Masks the value at the path in a text if it is a secret, also a short one. */
function withoutSecret({ document }: GrammarContext, path: Path, text: string): string {
  const keys = path.filter((key) => typeof key === 'string');
  const secrets = secretsIn(valueAt(document.value, path), keys).filter((secret) => secret.length > 2);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

/** An error at a path of the document. Secret values are removed from message and hint; under `endpoints` it names the endpoint. */
export function faultAt(context: GrammarContext, path: Path, { code, message, hint, target }: FaultText): GrammarFault {
  const [top, endpoint] = path;
  const usedAt = context.document.usedAt(path);
  const diagnostic: Diagnostic = {
    code,
    severity: 'error',
    message: withoutSecret(context, path, message),
    hint: withoutSecret(context, path, hint),
    place: context.document.place(path, target),
    ...(usedAt !== undefined && { usedAt: [usedAt] }),
    ...(top === 'endpoints' && typeof endpoint === 'string' && endpoint.startsWith('/') && { coordinate: endpoint }),
  };
  return { path, diagnostic };
}

/** A value as it is written in YAML. A text that YAML would read as another value is quoted. */
function plainOrQuoted(value: string | number | boolean): string {
  return typeof value === 'string' && !/^[A-Za-z_][\w ./-]*$/.test(value) ? JSON.stringify(value) : String(value);
}

/** The fault with the value that was intended; unchanged if that is NaN. */
export function withValue(fault: GrammarFault, value: string | number | boolean): GrammarFault {
  if (Number.isNaN(value)) return fault;
  const diagnostic = { ...fault.diagnostic, replacement: plainOrQuoted(value) };
  return { ...fault, diagnostic, correction: { kind: 'value', value } };
}
