/** The types of XML schemas, for bodies of XML, or of JSON with the same names. */
import { ownMember } from '../base/members.ts';
import {
  type DescribedMember,
  type DescribedType,
  lazyMember,
  type RecordType,
  type ScalarKind,
  type ScalarType,
  unknownDescribed,
} from './model.ts';
import { attribute, children, elementText, required, type XmlNode } from './xml-node.ts';
import { derivation, localName, type Xsd } from './xsd.ts';

/** How a service writes records of the schema. JSON has attributes among the elements, and the text of an element with attributes as `value`. */
export type XsdForm = 'xml' | 'json';

const wholes = [
  'integer',
  'long',
  'int',
  'short',
  'byte',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
];
const numbers = [
  ...wholes,
  ...['negativeInteger', 'unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte', 'decimal', 'float', 'double'],
];
const texts = ['string', 'normalizedString', 'token', 'anyURI', 'language', 'Name', 'NCName', 'NMTOKEN', 'ID', 'IDREF'];

const builtIn: Readonly<Record<string, ScalarKind>> = {
  ...Object.fromEntries(numbers.map((name) => [name, 'number' as const])),
  ...Object.fromEntries([...texts, 'base64Binary', 'hexBinary', 'QName'].map((name) => [name, 'text' as const])),
  boolean: 'boolean',
  date: 'date',
  dateTime: 'instant',
  time: 'time',
};

/** The most types that are followed from one to the next: a faulty schema may refer in circles. */
const deepest = 16;

/** How often elements occur. */
interface Occurrence {
  readonly isOptional: boolean;
  readonly isRepeated: boolean;
}

interface Particle extends Occurrence {
  readonly node: XmlNode;
}

const once: Occurrence = { isOptional: false, isRepeated: false };

function occurring(node: XmlNode, outer: Occurrence): Occurrence {
  const most = attribute(node, 'maxOccurs') ?? '1';
  return {
    isOptional: outer.isOptional || attribute(node, 'minOccurs') === '0',
    isRepeated: outer.isRepeated || (most !== '1' && most !== '0'),
  };
}

function documentationOf(node: XmlNode): string | undefined {
  const [text] = children(node, 'annotation').flatMap((one) => children(one, 'documentation'));
  const words = text && elementText(text).replaceAll(/\s+/g, ' ');
  return words === '' ? undefined : words;
}

export class XsdTypes {
  private readonly xsd: Xsd;
  private readonly form: XsdForm;
  private readonly own: RegExp | undefined;
  private readonly read = new Map<XmlNode, DescribedType>();
  /** Names of the types that were read. */
  readonly used = new Set<string>();

  constructor(xsd: Xsd, form: XsdForm, own: RegExp | undefined) {
    this.xsd = xsd;
    this.form = form;
    this.own = own;
  }

  /** A document: any of the global elements. Other documents are possible. JSON may have a record of any type, by the name of the type. */
  document(): RecordType {
    const elements = [...this.xsd.elements].map(
      ([name, node]) => [name, this.element(node, { isOptional: true, isRepeated: false })] as const,
    );
    const types = this.form === 'xml' ? [] : [...this.xsd.types];
    const repeated = this.repeatedTypes();
    const records = types.map(([name, node]) => {
      const facts = { isRequired: false, isReadOnly: false, isWriteOnly: false, isRelated: false };
      const type = (): DescribedType =>
        repeated.has(name) ? { kind: 'list', items: this.named(name) } : this.named(name);
      return [name, lazyMember({ ...facts, documentation: documentationOf(node) }, type)] as const;
    });
    return {
      kind: 'record',
      name: '',
      members: new Map([...records, ...elements]),
      isOpen: true,
      own: undefined,
      key: [],
    };
  }

  /** Types whose records a document has several of, under the name of the type. */
  private repeatedTypes(): ReadonlySet<string> {
    const names = this.xsd.documents.flatMap((element) => {
      const type = this.xsd.types.get(localName(attribute(element, 'type') ?? ''));
      const particles = type === undefined ? [] : this.particles(type, once, 0);
      return particles.flatMap(({ node, isRepeated }) => (isRepeated ? (attribute(node, 'name') ?? []) : []));
    });
    return new Set(names);
  }

  private typeOf(node: XmlNode): DescribedType {
    const name = attribute(node, 'type');
    if (name !== undefined) return this.named(name);
    const [inner] = [...children(node, 'complexType'), ...children(node, 'simpleType')];
    return inner === undefined ? unknownDescribed : this.made(inner, required(node, 'name'));
  }

  private element(node: XmlNode, { isOptional, isRepeated }: Occurrence): DescribedMember {
    const facts = {
      isRequired: !isOptional && attribute(node, 'default') === undefined,
      isReadOnly: false,
      isWriteOnly: false,
      isRelated: false,
      documentation: documentationOf(node),
    };
    return lazyMember(facts, () => {
      const type = this.typeOf(node);
      return isRepeated ? { kind: 'list', items: type } : type;
    });
  }

  private named(written: string, depth = 0): DescribedType {
    const name = localName(written);
    const isBuiltIn = /^(?:xsd?|s):/.test(written);
    const type = isBuiltIn ? undefined : this.xsd.types.get(name);
    if (type !== undefined) {
      this.used.add(name);
      return this.made(type, name, depth);
    }
    const scalar = ownMember(builtIn, name);
    return scalar === undefined ? unknownDescribed : { kind: 'scalar', scalar, name: `xs:${name}` };
  }

  private made(node: XmlNode, name: string, depth = 0): DescribedType {
    const before = this.read.get(node);
    if (before !== undefined) return before;
    const isComplex = [
      'complexContent',
      'simpleContent',
      'sequence',
      'choice',
      'all',
      'group',
      'attribute',
      'attributeGroup',
    ].some((part) => children(node, part).length > 0);
    const isSimple = ['restriction', 'union', 'list'].some((part) => children(node, part).length > 0);
    const type = isSimple ? this.simple(node, depth) : isComplex ? this.complex(node, name, depth) : unknownDescribed;
    this.read.set(node, type);
    return type;
  }

  /** A union or list of values is a text. */
  private simple(node: XmlNode, depth: number): DescribedType {
    const [restriction] = children(node, 'restriction');
    const text: ScalarType = { kind: 'scalar', scalar: 'any', name: 'xs:string' };
    if (restriction === undefined || depth > deepest) return text;
    const base = attribute(restriction, 'base');
    const [inner] = children(restriction, 'simpleType');
    const type = base === undefined ? inner && this.simple(inner, depth + 1) : this.named(base, depth + 1);
    if (type?.kind !== 'scalar') return text;
    const values = children(restriction, 'enumeration').map((one) => required(one, 'value'));
    const [longest] = [...children(restriction, 'maxLength'), ...children(restriction, 'length')];
    const maxLength = Number(longest && attribute(longest, 'value'));
    return {
      ...type,
      ...(values.length === 0 ? {} : { values }),
      ...(Number.isInteger(maxLength) && type.scalar === 'text' ? { maxLength } : {}),
    };
  }

  private complex(node: XmlNode, name: string, depth: number): DescribedType {
    if (children(node, 'simpleContent').length > 0) return this.withText(node, name, depth);
    const members = this.membersOf(node, depth);
    // In XML, an element may have a type that extends its own, and JSON has no place to say so.
    const isExtended = this.xsd.bases.has(name) && (this.form === 'xml' || attribute(node, 'abstract') === 'true');
    const isOpen = this.isOpen(node, depth) || isExtended;
    return { kind: 'record', name, members: new Map(members), isOpen, own: this.own, key: [] };
  }

  /** An element with a text and attributes. In XML it is a text where it has no attribute, and a record where it has one. */
  private withText(node: XmlNode, name: string, depth: number): DescribedType {
    const derived = derivation(node);
    const base = attribute(derived?.node ?? {}, 'base');
    const inner = base === undefined || depth > deepest ? unknownDescribed : this.named(base, depth + 1);
    const attributes = this.attributesOf(node, depth);
    if (inner.kind === 'record' || this.form === 'xml') return attributes.length === 0 ? inner : unknownDescribed;
    const facts = { isReadOnly: false, isWriteOnly: false, isRelated: false, documentation: documentationOf(node) };
    const value = lazyMember({ ...facts, isRequired: true }, () => inner);
    const members = new Map([['value', value], ...attributes]);
    return { kind: 'record', name, members, isOpen: false, own: this.own, key: [] };
  }

  /** The members of the base, then those of the type. A restriction repeats those that it keeps. */
  private membersOf(node: XmlNode, depth: number): readonly (readonly [string, DescribedMember])[] {
    const derived = derivation(node);
    const base = this.baseOf(node);
    const inherited = base === undefined || depth > deepest ? [] : this.membersOf(base, depth + 1);
    const isKept = derived?.isExtension !== false;
    const elements = this.particles(derived?.node ?? node, once, 0).flatMap((one) => this.elementsAt(one));
    return [
      ...inherited.filter(([name]) => isKept || name.startsWith('@')),
      ...elements,
      ...this.attributesOf(node, depth),
    ];
  }

  private baseOf(node: XmlNode): XmlNode | undefined {
    const base = attribute(derivation(node)?.node ?? {}, 'base');
    if (base === undefined) return undefined;
    this.used.add(localName(base));
    return this.xsd.types.get(localName(base));
  }

  /** The elements inside of sequences, choices and groups. */
  private particles(node: XmlNode, outer: Occurrence, depth: number): readonly Particle[] {
    if (depth > deepest) return [];
    const inner = (['sequence', 'all', 'choice', 'group'] as const).flatMap((kind) =>
      children(node, kind).flatMap((one) => {
        const { isOptional, isRepeated } = occurring(one, outer);
        const reference = attribute(one, 'ref');
        const content = reference === undefined ? one : (this.xsd.groups.get(localName(reference)) ?? {});
        return this.particles(content, { isOptional: isOptional || kind === 'choice', isRepeated }, depth + 1);
      }),
    );
    return [...children(node, 'element').map((one) => ({ node: one, ...occurring(one, outer) })), ...inner];
  }

  /** The members of an element: itself, or those that stand in its place. */
  private elementsAt({ node, ...occurrence }: Particle): readonly (readonly [string, DescribedMember])[] {
    const reference = attribute(node, 'ref');
    if (reference === undefined) return [[required(node, 'name'), this.element(node, occurrence)]];
    const name = localName(reference);
    const substitutes = this.substitutesOf(name, 0);
    const anyOf = { ...occurrence, isOptional: occurrence.isOptional || substitutes.length > 0 };
    return [name, ...substitutes].flatMap((one) => {
      const target = this.xsd.elements.get(one);
      return target === undefined ? [] : [[one, this.element(target, anyOf)] as const];
    });
  }

  private substitutesOf(name: string, depth: number): readonly string[] {
    const direct = depth > deepest ? [] : (this.xsd.substitutes.get(name) ?? []);
    return direct.flatMap((one) => [one, ...this.substitutesOf(one, depth + 1)]);
  }

  private attributesOf(node: XmlNode, depth: number): readonly (readonly [string, DescribedMember])[] {
    const holders = [node, derivation(node)?.node ?? {}];
    return holders.flatMap((holder) => [
      ...children(holder, 'attribute').map((one) => this.attributeAt(one)),
      ...(depth > deepest ? [] : children(holder, 'attributeGroup')).flatMap((one) => {
        const group = this.xsd.attributeGroups.get(localName(required(one, 'ref')));
        return group === undefined ? [] : this.attributesOf(group, depth + 1);
      }),
    ]);
  }

  private attributeAt(node: XmlNode): readonly [string, DescribedMember] {
    const reference = localName(attribute(node, 'ref') ?? '');
    const name = reference === '' ? required(node, 'name') : reference;
    const declared = this.xsd.attributes.get(reference) ?? node;
    const isOptional = attribute(node, 'use') !== 'required';
    return [this.form === 'xml' ? `@${name}` : name, this.element(declared, { isOptional, isRepeated: false })];
  }

  /** Whether the content may have elements that the schema does not name. */
  private isOpen(node: XmlNode, depth: number): boolean {
    const derived = derivation(node)?.node;
    const base = this.baseOf(node);
    const isMixed = attribute(node, 'mixed') === 'true';
    const hasAny = (one: XmlNode, level: number): boolean =>
      children(one, 'any').length > 0 ||
      (level < deepest &&
        ['sequence', 'all', 'choice'].some((kind) => children(one, kind).some((inner) => hasAny(inner, level + 1))));
    return (
      isMixed || hasAny(derived ?? node, 0) || (base !== undefined && depth < deepest && this.isOpen(base, depth + 1))
    );
  }
}
