/** The profile as a whole. */
import { z } from 'zod';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { databaseKinds } from '../../sources/sql/kinds/index.ts';
import { deviation } from './deviation.ts';
import { type EndpointSpec, endpoint } from './endpoint.ts';
import { fact } from './facts.ts';
import { type ChosenPart, part, setting } from './settings.ts';
import { partSnippets, settingSnippets, sourceSnippets } from './snippets.ts';
import { id, sourceOf } from './sources.ts';
import { name, text } from './words.ts';

const schemaOver = (kinds: readonly DatabaseKind[]) =>
  z
    .strictObject({
      profile: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]*$/, 'must consist of lower-case letters, digits and -')
        .meta({ description: 'Name of the profile.' }),
      title: z.string().optional().meta({ description: 'Title for people: the ERP that the profile supports.' }),
      extends: text.optional().meta({
        description:
          'Base profile: the name of a shipped profile, or a path relative to this file. All other keys are then overrides of the base.',
        examples: ['demo', './base/profile.yaml'],
      }),
      contract: z.string().meta({ description: 'Contract version that the profile is written for.', examples: ['1'] }),
      settings: z
        .record(name, setting)
        .optional()
        .meta({ description: 'Values that differ between installations.', ...settingSnippets }),
      facts: z.record(name, fact).optional().meta({
        description:
          'Facts about the ERP, evaluated once at start. Variants are selected with `when: name` or `when: not name`.',
      }),
      parts: z
        .record(text, part)
        .optional()
        .meta({
          description:
            'Reusable SQL fragments, table names, expressions and parts of requests. SQL and expressions refer to them as {name}, requests as `$part: name`.',
          ...partSnippets,
        }),
      ids: z.record(z.string(), id).optional().meta({
        description:
          'Ids of the ERP by kind of record: customer, debtor, location, product, purchaseOrder, salesOrder, sale, invoice, payment.',
      }),
      currencies: z
        .record(z.string().regex(/^[A-Z]{3}$/, 'must be three upper-case letters'), z.int().min(0).max(8))
        .optional()
        .meta({
          description:
            'Currencies of this ERP that are not in ISO 4217 or have another minor unit: number of decimals by currency code.',
          examples: [{ HUF: 0, XTS: 2 }],
        }),
      deviations: z
        .record(z.string().regex(/^[a-z][a-z-]*$/, 'must be the name of a rule, such as lines'), deviation)
        .optional()
        .meta({
          description:
            'Rules across endpoints that this ERP does not follow, with the reason. `engine test --conformance` then accepts what breaks the rule, and shows the reason. A deviation may be limited to some documents (`only`), and name the rule that holds in its place (`instead`).',
          examples: [{ lines: { reason: 'Lines are without tax, the totals are with tax.', instead: 'lines-net' } }],
        }),
      log: z
        .strictObject({
          mask: z
            .array(z.enum(['customer', 'key']))
            .min(1)
            .meta({
              description:
                'What the log shows by its last two characters only: the customer or debtor that a failed request names, the key of a document.',
            }),
        })
        .optional()
        .meta({
          description: 'What the log of the service says of requests.',
          examples: [{ mask: ['customer', 'key'] }],
        }),
      sources: z
        .record(name, sourceOf(kinds))
        .meta({ description: 'Connections to the databases and APIs of the ERP, by name.', ...sourceSnippets(kinds) }),
      endpoints: z
        .record(z.string(), endpoint)
        .meta({ description: 'Implementation of each endpoint of the contract.' }),
    })
    .meta({ title: 'Profile', description: 'Mapping of one ERP to the contract.' });

type ProfileSchema = ReturnType<typeof schemaOver>;

const schemas = new WeakMap<readonly DatabaseKind[], ProfileSchema>();

/** The grammar of a profile over these kinds of databases; built once for each list. */
export function profileSchema(kinds: readonly DatabaseKind[] = databaseKinds): ProfileSchema {
  const schema = schemas.get(kinds) ?? schemaOver(kinds);
  schemas.set(kinds, schema);
  return schema;
}

/** The keys of a profile. */
export const profileKeys = (): readonly string[] => Object.keys(profileSchema().shape);

export type Profile = z.infer<ProfileSchema>;

/** A profile after its variants are selected. */
export type ChosenProfile = Omit<Profile, 'parts' | 'endpoints'> & {
  readonly parts?: Readonly<Record<string, ChosenPart>>;
  readonly endpoints: Readonly<Record<string, EndpointSpec>>;
};
