/** Requests that break the contract: each must be refused in its form, before anything is done. Contract 7, and its rulings. */
import type { Endpoint, Field } from '../../../../engine/index.ts';
import { endpointAt, paths } from '../../validation/endpoint.ts';
import type { Refusal } from '../probe.ts';
import type { Session } from '../session.ts';

const invalid = (because: string, fields: readonly string[]): Refusal => ({
  rule: 'invalid-field',
  statuses: [422],
  because,
  fields,
});
/** Bodies that are no JSON. */
const notJson = [
  ['', 'an empty body'],
  ['{"schemaVersion":"1",', 'a body that ends too early'],
] as const;

export async function brokenRequests(session: Session): Promise<void> {
  await session.check('/health', 'an unknown path is refused with 404', async (probe) => {
    const wanted = { rule: 'unknown-path', statuses: [404], because: 'a path that no endpoint has' } as const;
    await probe.refuse('/health', {}, wanted, { beyond: '/no-such-endpoint' });
  });
  for (const path of paths) {
    const endpoint = endpointAt(path);
    if (endpoint === undefined) continue;
    const required = Object.entries(endpoint.request).flatMap(([name, field]) => (field.required ? [name] : []));
    await session.check(path, 'a body that is no JSON is refused with 400', async (probe) => {
      for (const [text, because] of notJson)
        await probe.refuse(path, text, { rule: 'invalid-json', statuses: [400], because });
    });
    await session.check(path, 'another schemaVersion is refused with 422', async (probe) => {
      await probe.refuse(path, '{"schemaVersion":"2"}', invalid('schemaVersion "2"', ['schemaVersion']));
    });
    await session.check(path, 'another method is refused with 405', async (probe) => {
      const wanted = { rule: 'unknown-path', statuses: [405], because: 'the method GET' } as const;
      await probe.refuse(path, {}, wanted, { method: 'GET' });
    });
    if (required.length > 0)
      await session.check(path, `missing fields are refused and all named: ${required.join(', ')}`, async (probe) => {
        await probe.refuse(path, {}, invalid('missing fields', required));
      });
    else
      await session.check(path, 'fields that the contract does not have are ignored', async (probe) => {
        const { status } = await probe.send(path, { somethingNew: { at: ['any', 'depth'] } });
        const fine = ![400, 422].includes(status);
        probe.hold(fine, 'ignored-field', '', `a request with a field more is answered with ${status}`);
      });
    const wrong = wrongValues(endpoint);
    if (wrong.length > 0)
      await session.check(path, 'fields with wrong values are refused and named', async (probe) => {
        for (const [name, value] of wrong) {
          const because = `${name}: ${JSON.stringify(value)}`;
          await probe.refuse(path, { [name]: value }, invalid(because, [name]));
        }
      });
  }
}

/** Values that break the rule of a field. Other fields are left out, so that nothing can come of it. */
function wrongValues({ request }: Endpoint): readonly (readonly [string, unknown])[] {
  return Object.entries(request).flatMap(([name, field]) => valuesFor(field).map((value) => [name, value] as const));
}

function valuesFor(field: Field): readonly unknown[] {
  switch (field.type) {
    case 'integer':
      return ['5', 1.5, (field.minimum ?? 0) - 1, ...(field.maximum === undefined ? [] : [field.maximum + 1])];
    case 'decimal':
      return ['5', ...(field.exclusiveMinimum === undefined ? [] : [field.exclusiveMinimum])];
    case 'date':
      return ['2026-02-30', '31.12.2026'];
    case 'instant':
      return ['yesterday'];
    case 'currency':
      return ['EURO'];
    case 'list':
      return [{}, []];
    case 'text':
      return field.oneOf === undefined ? [5] : [5, 'neither'];
    case 'id':
    case 'email':
      return [5];
    case 'boolean':
      return ['true'];
  }
}
