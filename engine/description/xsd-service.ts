/** A service of whose requests and answers only the documents are described, by XML schemas. */

import { isMap } from '../base/members.ts';
import {
  anyValue,
  type DescribedMethod,
  type DescribedType,
  DescriptionFault,
  type ErrorBodies,
  type ListedOperation,
  type RecordType,
  type Resolution,
  type ServiceDescription,
  unknownDescribed,
} from './model.ts';
import type { XsdUse } from './uses.ts';
import { attribute, type XmlNode } from './xml-node.ts';
import { derivation, localName, readXsd, type Xsd } from './xsd.ts';
import { type XsdForm, XsdTypes } from './xsd-types.ts';

/** A segment of a path, of which no schema says whether it is a value: one with digits is, except a version such as `v3`. */
const withoutNumber = (segment: string): string =>
  segment.includes(anyValue) || (/\d/.test(segment) && !/^v\d+$/.test(segment)) ? '…' : segment;

/** The types that elements and attributes inside of a node have. */
const typesIn = (node: XmlNode): readonly string[] =>
  Object.entries(node).flatMap(([name, value]) => {
    if (name === '@type' && typeof value === 'string') return [localName(value)];
    return (Array.isArray(value) ? value : [value]).filter(isMap).flatMap(typesIn);
  });

/** Types that a cut needs: those that were read, the types of their members, those of documents, and what all of these extend. */
function keptTypes({ types, documents }: Xsd, used: ReadonlySet<string>): ReadonlySet<string> {
  const kept = new Set<string>();
  const keep = (name: string): void => {
    const type = types.get(name);
    if (type === undefined || kept.has(name)) return;
    kept.add(name);
    const base = attribute(derivation(type)?.node ?? {}, 'base');
    if (base !== undefined) keep(localName(base));
  };
  for (const name of used) keep(name);
  for (const name of used) typesIn(types.get(name) ?? {}).forEach(keep);
  for (const element of documents) keep(localName(attribute(element, 'type') ?? ''));
  return kept;
}

class XsdService implements ServiceDescription {
  readonly files: readonly string[];
  /** A schema has no paths. */
  readonly paths = [];
  readonly calls = [];
  private readonly xsd: Xsd;
  private readonly types: XsdTypes;
  private readonly form: XsdForm;
  private readonly document: RecordType;

  constructor(files: readonly string[], schemas: readonly XmlNode[], form: XsdForm, own: RegExp | undefined) {
    this.files = files;
    this.form = form;
    this.xsd = readXsd(schemas);
    this.types = new XsdTypes(this.xsd, form, own);
    this.document = this.types.document();
    if (this.document.members.size === 0)
      throw new DescriptionFault('the XML schema has no elements; name the file that has them, too');
  }

  /** An error is one of the documents. */
  errors(): ErrorBodies {
    return [['default', this.document]];
  }

  get uses(): readonly XsdUse[] {
    const types = keptTypes(this.xsd, this.types.used);
    return this.files.map(() => ({ kind: 'xsd', types }));
  }

  get size(): ServiceDescription['size'] {
    return { operations: 0, types: this.xsd.types.size };
  }

  resolve(method: DescribedMethod, path: string): Resolution {
    const operation: ListedOperation = {
      protocol: 'openapi',
      name: `${method} ${path.split('/').map(withoutNumber).join('/')}`,
      file: this.files.join(', '),
      query: undefined,
      headers: new Map(),
      hasListedHeaders: false,
      body: this.form === 'xml' ? this.document : this.recordAt(path),
      answer: this.document,
      errors: () => this.errors(),
      documentation: undefined,
    };
    return { kind: 'operation', operation };
  }

  /** A body of JSON is a record without the name of its element, which the path ends with. */
  private recordAt(path: string): DescribedType {
    const last = path.split('/').at(-1)?.toLowerCase();
    const record = [...this.document.members].find(([name]) => name.toLowerCase() === last);
    return record?.[1].type ?? unknownDescribed;
  }
}

/** The description of a service in one or several schemas. Throws `DescriptionFault`. */
export const xsdService = (
  files: readonly string[],
  schemas: readonly XmlNode[],
  form: XsdForm,
  own?: RegExp,
): ServiceDescription => new XsdService(files, schemas, form, own);
