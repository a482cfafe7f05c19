/** Generates a first profile from the `$metadata` of an OData service. */

import { variableOf } from './connection.ts';
import { readMetadata } from './odata/metadata.ts';
import { proposeFromMetadata } from './odata/propose.ts';
import type { Proposals } from './propose/index.ts';
import { profileText } from './write-profile.ts';

export interface MetadataInput {
  readonly name: string;
  readonly title: string;
  readonly schema: string;
  readonly clock: string;
  /** Base URL of the service; undefined if unknown. */
  readonly url: string | undefined;
  /** The `$metadata` document. */
  readonly metadata: string;
}

/** Returns the profile as text. Throws `DescriptionFault` if `metadata` is not a `$metadata` document. */
export function generateFromMetadata({ name, title, schema, clock, url, metadata }: MetadataInput): {
  readonly files: ReadonlyMap<string, string>;
  readonly tables: number;
  readonly proposals: Proposals;
} {
  const description = readMetadata(metadata);
  const proposals = proposeFromMetadata(description);
  const settings = [
    { name: 'api_url', env: variableOf(name, 'url').replace('_DB_', '_API_'), default: url, secret: false },
    { name: 'api_token', env: variableOf(name, 'token').replace('_DB_', '_API_'), default: undefined, secret: true },
  ];
  const probe = [...proposals.found.values()][0]?.table.name;
  const customer = proposals.found.get('customer')?.table;
  const key = customer?.columns.find((column) => column.name === customer.primaryKey[0]);
  const sources = [
    'sources:',
    '  erp:',
    '    http: "${api_url}"',
    '    auth: { bearer: "${api_token}" } # docs/http-auth.md has the other ways',
    '    literals: odata',
    `    clock: ${clock} # time zone of dates and times that name none`,
    '    request: { rows: value }',
    '    page: { next: "`@odata.nextLink`" }',
    ...(probe === undefined ? [] : [`    probe: { get: /${probe}, params: { $top: 1 } }`]),
    '',
    ...(key?.kind === 'number' ? ['ids:', '  customer: { type: integer }', ''] : []),
  ];
  const text = { name, title, schema, settings, origin: 'the $metadata of the service' };
  return {
    files: new Map([['profile.yaml', profileText(text, sources, proposals)]]),
    tables: description.tables.length,
    proposals,
  };
}
