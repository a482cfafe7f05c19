/** The JSON Schema for editors of engine.yaml. */
import { z } from 'zod';
import { engineYaml } from './schema.ts';
import { settingList } from './settings.ts';
import type { Spec } from './spec.ts';

/** What an editor can know of a setting's value; the service checks the rest. */
function hintOf({ kind, description, default: usual }: Spec<unknown>): object {
  const about = { description, ...(usual !== undefined && { examples: [usual] }) };
  if (kind.includes('|')) return { ...about, enum: kind.split('|') };
  switch (kind) {
    case 'number':
      return { ...about, type: 'integer', ...(usual !== undefined && { examples: [Number(usual)] }) };
    case 'true or false':
      return { ...about, type: 'boolean', examples: [true] };
    default:
      return { ...about, type: 'string' };
  }
}

/** Draft 7, which every editor's YAML support understands. */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(engineYaml, { target: 'draft-7', io: 'input' });
  const settings = Object.fromEntries(settingList.map(([name, spec]) => [name, hintOf(spec)]));
  return {
    ...schema,
    title: 'engine.yaml',
    description: 'Settings of the service.',
    properties: { ...schema.properties, ...settings },
  };
}
