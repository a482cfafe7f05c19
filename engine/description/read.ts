/** Reads a vendor's description: finds out what it is, and combines several files to one description. */
import { parse } from 'yaml';
import { isMap, type Members } from '../base/members.ts';
import type { Csdl } from './csdl.ts';
import { readCsdlJson } from './csdl-json.ts';
import { readCsdlXml } from './csdl-xml.ts';
import { DescriptionFault, type Resolution, type ServiceDescription } from './model.ts';
import { odataService } from './odata-service.ts';
import { openApiService } from './openapi-service.ts';

/** The value of a JSON or YAML text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // YAML is a superset of JSON; its parser takes ten times as long.
    return parse(text, { logLevel: 'silent', maxAliasCount: 1_000, uniqueKeys: false, prettyErrors: false });
  }
}

/** The document of a description, in the form that its types are made from. */
export type DescriptionDocument =
  | { readonly kind: 'odata'; readonly csdl: Csdl }
  | { readonly kind: 'openapi'; readonly root: Members };

/** Whether the text is XML. */
export const isXml = (text: string): boolean => /^\s*(?:\uFEFF)?\s*</.test(text);

/** Reads a description: its text, or the value of its JSON. Throws `DescriptionFault`. */
export function parseDescription(content: unknown): DescriptionDocument {
  if (typeof content === 'string' && isXml(content)) return { kind: 'odata', csdl: readCsdlXml(content) };
  const root = typeof content === 'string' ? parsed(content) : content;
  if (!isMap(root)) throw new DescriptionFault('it is neither XML nor a JSON or YAML object');
  return typeof root.$EntityContainer === 'string'
    ? { kind: 'odata', csdl: readCsdlJson(root) }
    : { kind: 'openapi', root };
}

/** The description of a service. `file`: its name in messages; `own`: names of members that an installation adds. Throws `DescriptionFault`. */
export function readDescription(content: unknown, file: string, own?: RegExp): ServiceDescription {
  const document = parseDescription(content);
  return document.kind === 'odata' ? odataService(file, document.csdl, own) : openApiService(file, document.root, own);
}

/** How far a description knows a request: the one that knows more of its path is the one that is meant. */
function reach(resolution: Resolution): number {
  switch (resolution.kind) {
    case 'operation':
      return Number.POSITIVE_INFINITY;
    case 'unknownMethod':
      return Number.MAX_SAFE_INTEGER;
    case 'unknownPath':
      return resolution.segment;
  }
}

/** One description of several: a request is resolved by the first that has it. `several` is not empty. */
export function combined(several: readonly [ServiceDescription, ...ServiceDescription[]]): ServiceDescription {
  const [first, ...others] = several;
  if (others.length === 0) return first;
  return {
    files: several.flatMap(({ files }) => files),
    resolve: (method, path, base) => {
      const all = several.map((one) => one.resolve(method, path, base));
      return all.reduce((best, one) => (reach(one) > reach(best) ? one : best));
    },
    paths: several.flatMap(({ paths }) => paths),
    get uses() {
      return several.flatMap(({ uses }) => uses);
    },
    size: {
      operations: several.reduce((sum, { size }) => sum + size.operations, 0),
      types: several.reduce((sum, { size }) => sum + size.types, 0),
    },
  };
}
