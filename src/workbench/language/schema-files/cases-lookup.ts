/** Keys, values and meanings in a file with cases: those of its JSON Schema, of the contract, and names of the profile. */

import { isMap } from '../../../../engine/host/index.ts';
import type { Contract, Endpoint, Field, Fields, Path } from '../../../../engine/index.ts';
import { answerMembers, casesJsonSchema } from '../../../../engine/tools/index.ts';
import { type KnownKey, type SchemaLookup, schemaLookup } from '../schema/lookup.ts';

/** The endpoints that a case can call. */
const calledEndpoints = ({ endpoints }: Contract): readonly Endpoint[] =>
  endpoints.filter(({ answer }) => answer.kind !== 'service');

/** The lookup in the JSON Schema of cases. */
export const casesSchemaLookup = (contract: Contract): SchemaLookup =>
  schemaLookup(casesJsonSchema(calledEndpoints(contract)));

/** The fields of the request or the answer that a path is in, and the rest of the path. */
function membersAt(endpoint: Endpoint, part: unknown): Fields | undefined {
  if (part === 'request') return endpoint.request;
  return part === 'response' || part === 'part' ? answerMembers(endpoint) : undefined;
}

/** The fields of the map at a path below these fields; undefined for a path that the contract does not have. */
function fieldsBelow(fields: Fields, path: Path): Fields | undefined {
  let inner: Fields | undefined = fields;
  for (const segment of path) {
    if (typeof segment === 'number') continue;
    const field: Field | undefined = inner && Object.hasOwn(inner, segment) ? inner[segment] : undefined;
    inner = field?.type === 'list' ? field.items : undefined;
  }
  return inner;
}

const keyOfField = ([name, { description, required, type, nullable }]: readonly [string, Field]): KnownKey => ({
  name,
  description: `\`${type}\`${nullable === true ? ', may be null' : ''}\n\n${description}`,
  required,
  form: type === 'list' ? 'list' : 'text',
});

function valuesOf(field: Field): readonly string[] {
  if (field.type === 'boolean') return ['true', 'false'];
  const words = field.type === 'text' ? [...(field.oneOf ?? []), ...(field.words ?? [])] : [];
  const { example } = field;
  const isSingle = typeof example === 'string' || typeof example === 'number';
  return [...new Set([...words, ...(isSingle ? [String(example)] : [])])];
}

/** `title`, description and fields of an endpoint, as Markdown. */
function endpointText(endpoint: Endpoint): string {
  const names = (fields: Fields): string =>
    Object.entries(fields)
      .map(([name, { required }]) => (required ? `**${name}**` : name))
      .join(', ');
  const answer = 'row' in endpoint.answer ? endpoint.answer.row : answerMembers(endpoint);
  return [
    `**${endpoint.path}**: ${endpoint.title}`,
    endpoint.description,
    `Request: ${names(endpoint.request)}`,
    `Answer: ${'row' in endpoint.answer ? `${endpoint.answer.property}, each with ` : ''}${names(answer)}`,
  ].join('\n\n');
}

interface CasesText {
  /** The text at a path of the file; undefined if there is none. */
  readonly textAt: (path: Path) => string | undefined;
  /** The profile, merged with its bases; undefined if it is not known. */
  readonly profile: unknown;
}

/** The lookup in one text. `schema`: `casesSchemaLookup`. */
export function casesLookup(schema: SchemaLookup, contract: Contract, { textAt, profile }: CasesText): SchemaLookup {
  const endpointAt = ([section, index]: Path): Endpoint | undefined => {
    if (section !== 'cases' || index === undefined) return undefined;
    const call = textAt([section, index, 'call']);
    return calledEndpoints(contract).find(({ path }) => path === call);
  };
  const fieldsAt = (path: Path): Fields | undefined => {
    const endpoint = endpointAt(path);
    const members = endpoint && membersAt(endpoint, path[2]);
    return members && fieldsBelow(members, path.slice(3));
  };
  const fieldAt = (path: Path): Field | undefined => {
    const fields = path.length > 3 ? fieldsAt(path.slice(0, -1)) : undefined;
    const name = String(path.at(-1));
    return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
  };
  const declaredKeys = (section: 'settings' | 'facts'): readonly KnownKey[] => {
    const declared = isMap(profile) ? profile[section] : undefined;
    return Object.entries(isMap(declared) ? declared : {}).map(([name, spec]) => {
      const description = isMap(spec) && typeof spec.description === 'string' ? spec.description : undefined;
      return { name, description, required: false, form: 'text' };
    });
  };
  return {
    ...schema,
    keys(path, texts) {
      const [section] = path;
      if (path.length === 1 && (section === 'settings' || section === 'facts')) return declaredKeys(section);
      const fields = fieldsAt(path);
      return fields === undefined ? schema.keys(path, texts) : Object.entries(fields).map(keyOfField);
    },
    values(path) {
      const field = fieldAt(path);
      return field === undefined ? schema.values(path) : valuesOf(field);
    },
    field: fieldAt,
    valueMeaning(path, value) {
      const endpoint = path[0] === 'cases' && path[2] === 'call' ? endpointAt(path) : undefined;
      return endpoint?.path === value ? endpointText(endpoint) : undefined;
    },
  };
}
