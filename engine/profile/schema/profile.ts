/** A whole profile. */
import { z } from 'zod';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { databaseKinds } from '../../sources/sql/kinds/index.ts';
import { type EndpointSpec, endpoint } from './endpoint.ts';
import { fact } from './facts.ts';
import { type ChosenPart, part, setting } from './settings.ts';
import { settingSnippets, sourceSnippets } from './snippets.ts';
import { id, sourceOf } from './sources.ts';
import { name, text } from './words.ts';

const schemaOver = (kinds: readonly DatabaseKind[]) =>
  z
    .strictObject({
      profile: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and -')
        .meta({ description: 'Name of the profile.' }),
      title: z.string().optional().meta({ description: 'What it supports, for people.' }),
      extends: text.optional().meta({
        description:
          'The profile that this one changes: the name of one that is shipped, or a path that counts from this file. All other keys are then what differs.',
        examples: ['demo', './base/profile.yaml'],
      }),
      contract: z
        .string()
        .meta({ description: 'Version of the contract that the profile is written for.', examples: ['1'] }),
      settings: z
        .record(name, setting)
        .optional()
        .meta({ description: 'Values that differ from one installation to the next.', ...settingSnippets }),
      facts: z.record(name, fact).optional().meta({
        description: 'What is asked of the ERP once at start, to choose variants by: `when: name`, `when: not name`.',
      }),
      parts: z.record(text, part).optional().meta({ description: 'SQL fragments and tables, used as {name}.' }),
      ids: z.record(z.string(), id).optional().meta({
        description:
          'How the ERP identifies records, by kind: customer, debtor, location, product, purchaseOrder, salesOrder, sale, invoice, payment.',
      }),
      currencies: z
        .record(z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'), z.int().min(0).max(8))
        .optional()
        .meta({
          description:
            'Currencies of this ERP beyond those of ISO 4217, or with another smallest unit: the number of its decimals, by code.',
          examples: [{ HUF: 0, XTS: 2 }],
        }),
      sources: z
        .record(name, sourceOf(kinds))
        .meta({ description: 'Where the ERP keeps its data, by name.', ...sourceSnippets(kinds) }),
      endpoints: z.record(z.string(), endpoint).meta({ description: 'How each endpoint of the contract is answered.' }),
    })
    .meta({ title: 'Profile', description: 'Everything that one ERP needs to answer the contract.' });

type ProfileSchema = ReturnType<typeof schemaOver>;

const schemas = new WeakMap<readonly DatabaseKind[], ProfileSchema>();

/** The grammar of a profile over these kinds of databases; built once for each list. */
export function profileSchema(kinds: readonly DatabaseKind[] = databaseKinds): ProfileSchema {
  const schema = schemas.get(kinds) ?? schemaOver(kinds);
  schemas.set(kinds, schema);
  return schema;
}

export type Profile = z.infer<ProfileSchema>;

/** A profile whose variants are chosen. */
export type ChosenProfile = Omit<Profile, 'parts' | 'endpoints'> & {
  readonly parts?: Readonly<Record<string, ChosenPart>>;
  readonly endpoints: Readonly<Record<string, EndpointSpec>>;
};
