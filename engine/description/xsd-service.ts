/** A service of whose requests and answers only the documents are described, by XML schemas. */
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
import type { XmlNode } from './xml-node.ts';
import { readXsd, type Xsd } from './xsd.ts';
import { type XsdForm, XsdTypes } from './xsd-types.ts';

/** A segment of a path, of which no schema says whether it is a value: one with digits is, except a version such as `v3`. */
const withoutNumber = (segment: string): string =>
  segment.includes(anyValue) || (/\d/.test(segment) && !/^v\d+$/.test(segment)) ? '…' : segment;

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
    return this.files.map(() => ({ kind: 'xsd' }));
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
