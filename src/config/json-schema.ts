/** The JSON Schema of engine.yaml, for editors. */
import { z } from 'zod';
import { engineYaml } from './schema.ts';
import { settingList } from './settings.ts';
import type { Spec } from './spec.ts';

/** The schema of one setting: less strict than the service's own check, which also parses units and paths. */
function settingSchema({ kind, description, default: byDefault }: Spec<unknown>): object {
  const about = { description, ...(byDefault !== undefined && { examples: [byDefault] }) };
  if (kind.includes('|')) return { ...about, enum: kind.split('|') };
  switch (kind) {
    case 'number':
      return { ...about, type: 'integer', ...(byDefault !== undefined && { examples: [Number(byDefault)] }) };
    case 'true or false':
      return { ...about, type: 'boolean', examples: [true] };
    default:
      return { ...about, type: 'string' };
  }
}

/** The schema in draft 7, which the YAML support of all common editors understands. */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(engineYaml, { target: 'draft-7', io: 'input' });
  const settings = Object.fromEntries(settingList.map(([name, spec]) => [name, settingSchema(spec)]));
  return {
    ...schema,
    title: 'engine.yaml',
    description: 'Settings of the service.',
    properties: { ...schema.properties, ...settings },
  };
}
