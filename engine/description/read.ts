/** Reads a vendor's description: finds out what it is, and combines several files to one description. */
import { parse } from 'yaml';
import { isMap, type Members } from '../base/members.ts';
import type { Csdl } from './csdl.ts';
import { readCsdlJson } from './csdl-json.ts';
import { readCsdlXml } from './csdl-xml.ts';
import { DescriptionFault, type Resolution, type ServiceDescription } from './model.ts';
import { odataService } from './odata-service.ts';
import { openApiService } from './openapi-service.ts';
import { openRpcService } from './openrpc-service.ts';
import { parseXml, type XmlNode } from './xml-node.ts';
import { schemaOf } from './xsd.ts';
import { xsdService } from './xsd-service.ts';
import type { XsdForm } from './xsd-types.ts';

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
  | { readonly kind: 'openapi' | 'openrpc'; readonly root: Members }
  | { readonly kind: 'xsd'; readonly schema: XmlNode };

/** Whether the text is XML. */
export const isXml = (text: string): boolean => /^\s*(?:\uFEFF)?\s*</.test(text);

/** Reads a description: its text, or the value of its JSON. Throws `DescriptionFault`. */
export function parseDescription(content: unknown): DescriptionDocument {
  if (typeof content === 'string' && isXml(content)) {
    const xml = parseXml(content);
    const schema = schemaOf(xml);
    return schema === undefined ? { kind: 'odata', csdl: readCsdlXml(xml) } : { kind: 'xsd', schema };
  }
  const root = typeof content === 'string' ? parsed(content) : content;
  if (!isMap(root)) throw new DescriptionFault('it is neither XML nor a JSON or YAML object');
  if (typeof root.$EntityContainer === 'string') return { kind: 'odata', csdl: readCsdlJson(root) };
  return { kind: typeof root.openrpc === 'string' ? 'openrpc' : 'openapi', root };
}

/** A file of a description. */
export interface DescriptionContent {
  /** Its text, or the value of its JSON. */
  readonly content: unknown;
  /** Its name in messages. */
  readonly file: string;
}

interface DescriptionOptions {
  /** Names of members that an installation adds. */
  readonly own?: RegExp | undefined;
  /** How a service writes the records of an XML schema. */
  readonly form?: XsdForm | undefined;
}

/** The description of a service in one or several files. XML schemas are one, since they refer to each other. Throws `DescriptionFault`. */
export function readDescriptions(
  files: readonly [DescriptionContent, ...DescriptionContent[]],
  { own, form = 'xml' }: DescriptionOptions = {},
): ServiceDescription {
  const services: ServiceDescription[] = [];
  const schemas: { readonly file: string; readonly schema: XmlNode }[] = [];
  for (const { content, file } of files) {
    const document = parseDescription(content);
    switch (document.kind) {
      case 'odata':
        services.push(odataService(file, document.csdl, own));
        break;
      case 'openapi':
        services.push(openApiService(file, document.root, own));
        break;
      case 'openrpc':
        services.push(openRpcService(file, document.root, own));
        break;
      case 'xsd':
        schemas.push({ file, schema: document.schema });
    }
  }
  const names = schemas.map(({ file }) => file);
  const nodes = schemas.map(({ schema }) => schema);
  if (nodes.length > 0) services.push(xsdService(names, nodes, form, own));
  const [first, ...others] = services;
  if (first === undefined) throw new DescriptionFault('it is no description');
  return combined([first, ...others]);
}

/** The description of a service in one file. Throws `DescriptionFault`. */
export const readDescription = (content: unknown, file: string, own?: RegExp): ServiceDescription =>
  readDescriptions([{ content, file }], { own });

/** How far a description knows a request: the one that knows more of its path is the one that is meant. */
function reach(resolution: Resolution): number {
  switch (resolution.kind) {
    case 'operation':
      return Number.POSITIVE_INFINITY;
    case 'unknownMethod':
    case 'unknownCall':
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
    resolve: (...request) => {
      const all = several.map((one) => one.resolve(...request));
      return all.reduce((best, one) => (reach(one) > reach(best) ? one : best));
    },
    paths: several.flatMap(({ paths }) => paths),
    errors: () => several.flatMap((one) => one.errors()),
    calls: several.flatMap(({ calls }) => calls),
    get uses() {
      return several.flatMap(({ uses }) => uses);
    },
    size: {
      operations: several.reduce((sum, { size }) => sum + size.operations, 0),
      types: several.reduce((sum, { size }) => sum + size.types, 0),
    },
  };
}
