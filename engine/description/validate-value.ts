/** Holds a value against a described type, strictly. */
import { ExactNumber } from '../base/exact-number.ts';
import { isMap, type Members } from '../base/members.ts';
import { createsInside } from './created-records.ts';
import {
  beginningOf,
  type DescribedMember,
  type DescribedType,
  formOf,
  mayAlsoHave,
  type Operation,
  type RecordType,
  type TupleType,
} from './model.ts';
import { verboseList } from './odata-answer.ts';
import type { BodyWriting } from './real-request.ts';
import { unlike, unlikeText, type ValueForms } from './scalar-forms.ts';

/** One way in which a value disagrees with its type. */
export interface ValueFault {
  /** Names of members on the way to the value. */
  readonly path: readonly string[];
  /** What it has, as the object of a sentence without its path: `which metadata.xml does not have`. */
  readonly clause: string;
  /** A value that is shown as an example; undefined where the clause is about the member itself. */
  readonly value: unknown;
  /** The member is not there. `unselected`: the answer lacks it, and the request does not ask for it by its name. */
  readonly missing: 'required' | 'unselected' | undefined;
}

/** The rules that a value is held against. */
export interface ValueRules extends ValueForms {
  /** The file, for messages. */
  readonly file: string;
  readonly side: 'request' | 'answer';
  /** The request creates the record: it has all required members. */
  readonly isWhole: boolean;
  readonly writing: BodyWriting;
  readonly protocol: Operation['protocol'];
}

/** Members that OData adds to a body: `@odata.etag`, `customer@odata.bind`, `__metadata`. */
const isProtocol = (name: string): boolean => /[@#]|^odata\.|^__(?:metadata|count|next)$/.test(name);

/** What any element of XML may have: its text, and attributes of other namespaces. The names are without prefixes. */
const isOfXml = (name: string): boolean =>
  /^(?:#text|\?xml|@(?:xmlns|nil|type|schemaLocation|noNamespaceSchemaLocation|lang|space))$/.test(name);

/** A value that the type cannot be compared with: a list or record of a form, an element without a value, or one with attributes. */
function isOpenValue(value: unknown, type: DescribedType, writing: BodyWriting): boolean {
  if (writing === 'json') return false;
  if (value === undefined || (isMap(value) && value['@nil'] !== undefined)) return true;
  return type.kind === 'scalar' ? typeof value !== 'string' : writing === 'form';
}

/** A related record of OData 2 that was not asked for: a link to it. */
const isDeferred = (value: unknown): boolean => isMap(value) && '__deferred' in value;

/** All members of a record. A list that version 2 writes as a record has those of its items. */
function wholeRecord(type: RecordType, full: DescribedType): RecordType {
  const whole = full.kind === 'list' ? verboseList(full) : full;
  return whole.kind === 'record' ? whole : type;
}

/** Where a value is. */
interface Place {
  readonly path: readonly string[];
  /** The request creates the record, or those in the list. */
  readonly isWhole: boolean;
}

const inside = ({ path, isWhole }: Place, name: string): Place => ({ path: [...path, name], isWhole });

class Validation {
  readonly faults: ValueFault[] = [];
  private readonly rules: ValueRules;

  constructor(rules: ValueRules) {
    this.rules = rules;
  }

  private report({ path }: Place, clause: string, value?: unknown, missing?: ValueFault['missing']): void {
    this.faults.push({ path, clause, value, missing });
  }

  /** `type`: what the request asks for; `full`: all that the description has. */
  check(value: unknown, type: DescribedType, full: DescribedType, place: Place): void {
    const { file, writing } = this.rules;
    if (place.path.length > 0 && isOpenValue(value, type, writing)) return;
    switch (type.kind) {
      case 'unknown':
        return;
      case 'scalar': {
        const clause = writing === 'json' ? unlike(value, type, this.rules) : unlikeText(String(value), type);
        if (clause !== undefined) this.report(place, `which is ${clause} (${file})`, value);
        return;
      }
      case 'list':
        // In XML, one element of a list is written without the list.
        if (writing === 'xml' && !Array.isArray(value)) this.check(value, type.items, type.items, place);
        else if (!Array.isArray(value)) this.report(place, `which is a list in ${file}`, value);
        else
          for (const item of value) this.check(item, type.items, full.kind === 'list' ? full.items : type.items, place);
        return;
      case 'tuple':
        if (!Array.isArray(value)) this.report(place, `which is a list in ${file}`, value);
        else this.checkPlaces(value, type, place);
        return;
      case 'record':
        if (writing === 'xml' && value === '') this.checkMembers({}, type, wholeRecord(type, full), place);
        else if (!isMap(value) || value instanceof ExactNumber)
          this.report(place, `which is a record in ${file}`, value);
        else this.checkMembers(value, type, wholeRecord(type, full), place);
    }
  }

  private checkPlaces(list: readonly unknown[], type: TupleType, place: Place): void {
    const { file } = this.rules;
    const form = formOf(type, list[0]);
    if (form === undefined) {
      const beginnings = type.forms.map(beginningOf).join(', ');
      this.report(place, `which begins with ${beginnings} in ${file}`, list[0]);
      return;
    }
    for (const [index, value] of list.entries()) {
      const item = form.items[index];
      const at = inside(place, String(index));
      if (item !== undefined) this.checkMember(value, item, item, at, []);
      else if (!form.isOpen) this.report(at, `which ${file} does not have`);
    }
    for (const [index, { isRequired }] of form.items.entries())
      if (isRequired && place.isWhole && index >= list.length)
        this.report(inside(place, String(index)), `which ${file} requires`, undefined, 'required');
  }

  private checkMembers(record: Members, type: RecordType, full: RecordType, place: Place): void {
    for (const [name, value] of Object.entries(record)) {
      const described = full.members.get(name);
      const asked = type.members.get(name);
      // A service may answer the key together with what `$select` names.
      const member = asked ?? (type.key.includes(name) ? described : undefined);
      if (member === undefined) {
        this.checkOther(name, value, type, described, place);
        continue;
      }
      const isWhole = place.isWhole && createsInside(member.type, this.rules.writing === 'xml');
      this.checkMember(value, member, described ?? member, inside({ ...place, isWhole }, name), type.key);
    }
    for (const [name, member] of type.members) {
      const missing = Object.hasOwn(record, name) ? undefined : this.need(name, member, type, full, place);
      if (missing !== undefined)
        this.report(inside(place, name), `which ${this.rules.file} requires`, undefined, missing);
    }
  }

  private checkMember(
    value: unknown,
    member: DescribedMember,
    described: DescribedMember,
    place: Place,
    key: readonly string[],
  ): void {
    const { side, protocol, file } = this.rules;
    if (side === 'request' && member.isReadOnly) this.report(place, `which the service computes (${file})`);
    else if (side === 'answer' && member.isWriteOnly) this.report(place, `which only requests have (${file})`);
    else if (value !== null) this.check(value, member.type, described.type, place);
    else if (protocol === 'odata' && (member.isRequired || key.includes(place.path.at(-1) ?? '')))
      this.report(place, `which is never null in ${file}`, value);
  }

  /** A member that the request did not ask for, or that the description does not have. */
  private checkOther(
    name: string,
    value: unknown,
    type: RecordType,
    described: DescribedMember | undefined,
    place: Place,
  ): void {
    const { protocol, file, writing } = this.rules;
    const at = inside(place, name);
    if (described === undefined) {
      const isAdded = (protocol === 'odata' && isProtocol(name)) || (writing === 'xml' && isOfXml(name));
      const isAllowed = mayAlsoHave(type, name) || isAdded;
      if (!isAllowed) this.report(at, `which ${file} does not have`);
    } else if (!described.isRelated) this.report(at, 'which `$select` does not ask for');
    else if (!isDeferred(value)) this.report(at, 'which `$expand` does not ask for');
  }

  /**
   * Why the record must have the member. Answers of OData: without `$select` at least the key, with it all that it names (4.01, part 1, 11.2.5.1);
   * what may be null can be left out (`omit-values`).
   */
  private need(
    name: string,
    { isRequired, isWriteOnly }: DescribedMember,
    type: RecordType,
    full: RecordType,
    { isWhole }: Place,
  ): ValueFault['missing'] {
    const isKey = type.key.includes(name);
    if (this.rules.side === 'request') return isRequired && isWhole ? 'required' : undefined;
    if (this.rules.protocol !== 'odata') return isRequired && !isWriteOnly ? 'unselected' : undefined;
    const isSelected = [...full.members].some(([one, { isRelated }]) => !isRelated && !type.members.has(one));
    if (isSelected) return isKey || isRequired ? 'required' : undefined;
    return isKey ? 'unselected' : undefined;
  }
}

/** All disagreements of a value with a type. `full`: the type without `$select` and `$expand`. */
export function valueFaults(
  value: unknown,
  type: DescribedType,
  full: DescribedType,
  rules: ValueRules,
): readonly ValueFault[] {
  const validation = new Validation(rules);
  validation.check(value, type, full, { path: [], isWhole: rules.isWhole });
  return validation.faults;
}
