/** Generates a first profile from the description of an HTTP service: the `$metadata` of OData, or an OpenAPI document. */

import { type Csdl, DescriptionFault, parseDescription } from '../../../engine/tools/index.ts';
import { variableOf } from './connection.ts';
import type { NamedTables } from './match/tables.ts';
import type { Table } from './model/database.ts';
import { tablesOf } from './odata/metadata.ts';
import { odataRequests } from './odata/requests.ts';
import { listsOf } from './openapi/document.ts';
import { openApiRequests } from './openapi/requests.ts';
import type { Proposals } from './propose/index.ts';
import { proposeFromService } from './service/propose.ts';
import { profileText } from './write-profile.ts';

export type ServiceKind = 'odata' | 'openapi';

interface ServiceInput {
  readonly name: string;
  readonly title: string;
  readonly schema: string;
  readonly clock: string;
  /** Base URL of the service; undefined if unknown. */
  readonly url: string | undefined;
  /** The URL from which the description was read; undefined for a file. */
  readonly describedAt?: string | undefined;
  /** Lists that a person has named. */
  readonly named?: NamedTables;
  /** The description. */
  readonly text: string;
}

interface Described {
  readonly tables: readonly Table[];
  readonly proposals: Proposals;
  readonly origin: string;
  /** Lines of the source that only this kind has. */
  readonly lines: readonly string[];
  /** Path of the probe; undefined if nothing was found. */
  readonly probe: string | undefined;
  /** The start of all paths, with `{name}` for what each installation sets. */
  readonly start: string;
  /** The address that the description names, absolute or a path; undefined if it names none. */
  readonly address: string | undefined;
  /** Names of the headers that requests need. */
  readonly headers: readonly string[];
}

/** How an OData service answers, as lines of its source. */
const answerLines: Readonly<Record<Csdl['version'], readonly string[]>> = {
  2: ['    literals: odata-v2', '    request: { rows: d.results }', '    page: { next: d.__next }'],
  3: ['    literals: odata-v2', '    request: { rows: value }', '    page: { next: "`odata.nextLink`" }'],
  4: ['    literals: odata', '    request: { rows: value }', '    page: { next: "`@odata.nextLink`" }'],
};

function described({ text, named }: Pick<ServiceInput, 'text' | 'named'>): Described {
  const document = parseDescription(text);
  switch (document.kind) {
    case 'odata': {
      const { version } = document.csdl;
      const tables = tablesOf(document.csdl);
      const proposals = proposeFromService(tables, odataRequests(version), named);
      const first = [...proposals.foundTables.values()][0]?.table.name;
      return {
        tables,
        proposals,
        origin: 'the $metadata of the service',
        lines: answerLines[version],
        probe: first === undefined ? undefined : `{ get: /${first}, params: { $top: 1 } }`,
        start: '',
        address: undefined,
        headers: [],
      };
    }
    case 'openrpc':
      throw new DescriptionFault('it is an OpenRPC document, from which no profile can be generated');
    case 'openapi': {
      const { tables, operations, page, start, address, headers } = listsOf(document.root);
      const proposals = proposeFromService(tables, openApiRequests(operations), named);
      const first = operations.get([...proposals.foundTables.values()][0]?.table.name ?? '');
      return {
        tables,
        proposals,
        origin: 'the OpenAPI document of the service',
        lines: [`    page: ${page}`],
        probe: first === undefined ? undefined : `{ get: ${first.path} }`,
        ...{ start, address, headers },
      };
    }
    case 'xsd':
      throw new DescriptionFault('it is an XML schema, which has no requests');
  }
}

interface GeneratedService {
  readonly files: ReadonlyMap<string, string>;
  readonly proposals: Proposals;
}

/** The lists of a description as tables, and what is proposed with tables that a person has named. Throws `DescriptionFault`. */
export function readService(text: string): {
  readonly tables: readonly Table[];
  readonly proposals: (named: NamedTables) => Proposals;
} {
  const { tables } = described({ text });
  return { tables, proposals: (named) => described({ text, named }).proposals };
}

/** The setting for a parameter of a path: `companyId` becomes `company_id`. */
const settingName = (parameter: string): string =>
  parameter
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/\W+/g, '_')
    .toLowerCase();

/** The lines of a source with the headers that its requests need. */
function headerLines(lines: readonly string[], headers: readonly string[]): readonly string[] {
  if (headers.length === 0) return lines;
  const entries = headers.map((name) => `${name}: "\${${settingName(name)}}"`).join(', ');
  return [...lines, `    request: { headers: { ${entries} } } # the document requires them`];
}

/** Returns the profile as text. Throws `DescriptionFault` if `text` is no description of a service. */
export function generateFromService(input: ServiceInput): GeneratedService {
  const { name, title, schema, clock, url, describedAt } = input;
  const { proposals, origin, lines, probe, start, address: named, headers } = described(input);
  const isAbsolute = named !== undefined && /^https?:/.test(named);
  const serviceOrigin =
    describedAt !== undefined && URL.canParse(describedAt) ? new URL(describedAt).origin : undefined;
  const baseUrl = url ?? (isAbsolute ? named : serviceOrigin);
  const below = url === undefined && !isAbsolute ? (named ?? '') : '';
  const addressSettings = [...start.matchAll(/\{([^}]+)\}/g)].map(([, parameter = '']) => settingName(parameter));
  const address = start.replaceAll(/\{([^}]+)\}/g, (_all, parameter: string) => `\${${settingName(parameter)}}`);
  const settings = [
    { name: 'api_url', env: variableOf(name, 'url').replace('_DB_', '_API_'), default: baseUrl, secret: false },
    { name: 'api_token', env: variableOf(name, 'token').replace('_DB_', '_API_'), default: undefined, secret: true },
    ...[...addressSettings, ...headers.map(settingName)].map((one) => ({
      ...{ name: one, env: variableOf(name, one).replace('_DB_', '_API_'), default: undefined, secret: false },
    })),
  ];
  const customer = proposals.foundTables.get('customer')?.table;
  const key = customer?.columns.find((column) => column.name === customer.primaryKey[0]);
  const sources = [
    'sources:',
    '  erp:',
    `    http: "\${api_url}${below}${address}"`,
    '    auth: { bearer: "${api_token}" } # docs/http-auth.md has the other ways',
    `    clock: ${clock} # time zone of dates and times that name none`,
    ...headerLines(lines, headers),
    ...(probe === undefined ? [] : [`    probe: ${probe}`]),
    '',
    ...(key?.kind === 'number' ? ['ids:', '  customer: { type: integer }', ''] : []),
  ];
  const text = { name, title, schema, settings, origin };
  return { files: new Map([['profile.yaml', profileText(text, sources, proposals)]]), proposals };
}
