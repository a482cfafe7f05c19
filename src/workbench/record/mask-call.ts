/** Replaces the values of a request and of an answer of the contract, field by field. */
import { type Endpoint, type Field, type Fields, parseBody } from '../../../engine/index.ts';
import { ExactNumber, isJsonObject } from '../../../engine/tools/index.ts';
import { classify, type Masker, maskJson } from '../masking/index.ts';

type Members = Readonly<Record<string, unknown>>;

/** Texts that people search for, by the names of their fields. */
const searched = ['query'];

function maskField(name: string, field: Field | undefined, value: unknown, masker: Masker): unknown {
  if (field?.type === 'list' && Array.isArray(value))
    return value.map((item: unknown) => (isJsonObject(item) ? maskMembers(field.items, item, masker) : item));
  if (typeof value !== 'string') return maskJson(value, { masker }, name);
  switch (field?.type) {
    case 'id':
      return masker.text('id', value);
    case 'email':
      return masker.text('mail', value);
    case 'currency':
    case 'date':
    case 'instant':
    case 'boolean':
    case 'integer':
    case 'decimal':
      return value;
    case 'text':
      if (field.oneOf !== undefined) return value;
      if (searched.includes(name)) return masker.search(value);
      return masker.text(classify({ name, kind: 'text', values: [value] }).maskClass, value);
    case 'list':
    case undefined:
      return masker.text('text', value);
  }
}

/** The members with replaced values. */
export function maskMembers(fields: Fields, members: Members, masker: Masker): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      maskField(name, Object.hasOwn(fields, name) ? fields[name] : undefined, value, masker),
    ]),
  );
}

/** The members of an answer, without `schemaVersion`. */
export function answerFields({ answer }: Endpoint): Fields {
  if (answer.kind !== 'rows') return answer.fields;
  const { property, row } = answer;
  return { [property]: { type: 'list', description: 'Rows.', required: true, items: row } };
}

/** The members of an answer in JSON, without `schemaVersion`. */
export function answerMembers(json: string): Members {
  const parsed = parseBody(json);
  const body = parsed.ok && isJsonObject(parsed.body) ? parsed.body : {};
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'schemaVersion'));
}

const numberText = (value: unknown): string | undefined =>
  value instanceof ExactNumber ? value.text : typeof value === 'number' ? String(value) : undefined;

/** Whether an endpoint searches names: its answer is in an order of names, and invented names have another one. */
export const searchesNames = ({ request }: Endpoint): boolean => searched.some((name) => Object.hasOwn(request, name));

/**
 * Where an answer of the replay is another one than the real answer: `invoices[3].amountOpen`. Undefined if it is the same. Ids are compared as
 * they are replaced; texts by being there, because an ERP may compose them of several values.
 */
export function firstDifference(fields: Fields, real: Members, replayed: Members, masker: Masker): string | undefined {
  for (const name of new Set([...Object.keys(real), ...Object.keys(replayed)])) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const difference = differenceAt(name, field, real[name], replayed[name], masker);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** The members of the replay with the rows of its lists in the order of the real answer, where each has an equal one. */
export function inRealOrder(fields: Fields, real: Members, replayed: Members, masker: Masker): Members {
  const ordered = ([name, value]: readonly [string, unknown]): unknown => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const rows = real[name];
    if (field?.type !== 'list' || !Array.isArray(value) || !Array.isArray(rows)) return value;
    const left = [...value];
    const equals = rows.map((row: unknown) => {
      const at = left.findIndex(
        (other: unknown) =>
          isJsonObject(row) && isJsonObject(other) && firstDifference(field.items, row, other, masker) === undefined,
      );
      return at < 0 ? undefined : left.splice(at, 1)[0];
    });
    return left.length === 0 && equals.every((one) => one !== undefined) ? equals : value;
  };
  return Object.fromEntries(Object.entries(replayed).map((member) => [member[0], ordered(member)]));
}

function differenceAt(
  name: string,
  field: Field | undefined,
  real: unknown,
  replayed: unknown,
  masker: Masker,
): string | undefined {
  if (field?.type === 'list' && Array.isArray(real) && Array.isArray(replayed)) {
    if (real.length !== replayed.length) return `${name}: ${replayed.length} instead of ${real.length}`;
    for (const [index, item] of real.entries()) {
      const other: unknown = replayed[index];
      if (!isJsonObject(item) || !isJsonObject(other)) continue;
      const difference = firstDifference(field.items, item, other, masker);
      if (difference !== undefined) return `${name}[${index}].${difference}`;
    }
    return undefined;
  }
  if (typeof real !== 'string' || typeof replayed !== 'string') {
    const isUnchanged = numberText(real) === undefined ? real === replayed : numberText(real) === numberText(replayed);
    return isUnchanged ? undefined : name;
  }
  const isText = field?.type === 'text' && field.oneOf === undefined;
  if (isText || field?.type === 'email') return (real.trim() === '') === (replayed.trim() === '') ? undefined : name;
  return maskField(name, field, real, masker) === replayed ? undefined : name;
}
