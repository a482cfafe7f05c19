/** The JSON Schema of engine.yaml, for editors. */
import { z } from 'zod';
import { engineYaml, serviceEntry } from './schema.ts';
import { serviceSettings, settingList, settingTable } from './settings.ts';
import type { Spec } from './spec.ts';

/** The schema of one setting: less strict than the service's own check, which also parses units and paths. */
function settingSchema({ kind, description, default: byDefault }: Spec<unknown>): object {
  const meta = { description, ...(byDefault !== undefined && { examples: [byDefault] }) };
  if (kind.includes('|')) return { ...meta, enum: kind.split('|') };
  switch (kind) {
    case 'number':
      return { ...meta, type: 'integer', ...(byDefault !== undefined && { examples: [Number(byDefault)] }) };
    case 'true or false':
      return { ...meta, type: 'boolean', examples: [true] };
    default:
      return { ...meta, type: 'string' };
  }
}

/** A part of the file in draft 7, which the YAML support of all common editors understands. */
function partSchema(part: z.ZodObject, settings: readonly (readonly [string, Spec<unknown>])[]) {
  const { $schema, ...schema } = z.toJSONSchema(part, { target: 'draft-7', io: 'input' });
  const properties = Object.fromEntries(settings.map(([name, spec]) => [name, settingSchema(spec)]));
  return { $schema, schema: { ...schema, properties: { ...schema.properties, ...properties } } };
}

/** The schema of engine.yaml. */
export function configJsonSchema(): object {
  const { $schema, schema } = partSchema(engineYaml, settingList);
  const entries = serviceSettings.map((name) => [name, settingTable[name]] as const);
  const { schema: entry } = partSchema(serviceEntry, entries);
  const { services } = engineYaml.shape;
  return {
    $schema,
    ...schema,
    title: 'engine.yaml',
    description: 'Settings of the service.',
    properties: {
      ...schema.properties,
      services: { description: services.description, type: 'object', additionalProperties: entry },
    },
  };
}
