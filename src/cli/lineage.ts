/** `engine lineage`: traces the fields of an answer back to the columns of the ERP. */

import { type Command, Option } from 'commander';
import { closest } from '../../engine/host/index.ts';

import type { Endpoint } from '../../engine/index.ts';
import {
  answerFields,
  type FieldLineage,
  type FieldOrigin,
  fieldPaths,
  traceLineage,
  type UnreadMembers,
} from '../../engine/tools/index.ts';

import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile } from '../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { addSettingFlags, serviceFlag } from './shared/flags.ts';
import { refuseEndpoint, UsageError } from './shared/usage.ts';

const examples = `
Examples:
  engine lineage /debtors/list.email --profile acme.yaml             field, expression, column, table
  engine lineage /invoices/list.lines.amount --profile acme.yaml     a field of a list in a row
  engine lineage /debtors/list --profile acme.yaml --connect         all fields, with a value of each column

Where a source over HTTP has its vendor's description, a field leads to the vendor's member, with its type and words, and an endpoint also shows the members
that it does not read. An origin that the profile does not determine is shown as unknown. --connect reads a value of each column, which may be personal data.

Exit status: 0 on success, 1 if the profile has errors, 2 for wrong usage.
`;

/** `engine lineage`: ends with 1 where the profile has errors or a database cannot be read. */
export function addLineage(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program
    .command('lineage')
    .argument('<endpoint.field>', 'a field, such as /invoices/list.amountTotal, or an endpoint for all its fields')
    .description('show where a field of an answer comes from')
    .addOption(new Option('--connect', 'read a value of each column from the databases'))
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addOption(serviceFlag())
    .addHelpText('after', examples);
  addSettingFlags(command, (setting) => setting === 'profile').action(async (given: string) => {
    const { connect, format, profile, config, service } = command.opts<{
      connect?: true;
      format: string;
      profile?: string;
      config?: string;
      service?: string;
    }>();
    const flags = { connect: connect === true, isJson: format === 'json', profile, configFile: config, service };
    end(await trace(host, given, flags));
  });
}

/** Parses `/invoices/list`, `/invoices/list.amountTotal` or `/invoices/list.lines[].amount`. Throws `UsageError`. */
function parseFields(
  host: Host,
  given: string,
): { readonly endpoint: Endpoint; readonly fields: readonly (readonly string[])[] } {
  const [path = '', ...names] = given.replaceAll('[]', '').split('.');
  const { endpoints } = host.contract;
  const endpoint = endpoints.find((one) => one.path === path) ?? refuseEndpoint(path, endpoints);
  if (endpoint.answer.kind === 'service') throw new UsageError(`${path} is answered by the service itself`);
  const all = fieldPaths(answerFields(endpoint));
  const fieldNames = endpoint.answer.kind === 'rows' && names[0] === endpoint.answer.property ? names.slice(1) : names;
  const fields = all.filter((one) => fieldNames.every((name, index) => one[index] === name));
  if (fields.length > 0) return { endpoint, fields };
  const dottedPaths = all.map((one) => one.join('.'));
  const near = closest(fieldNames.join('.'), dottedPaths);
  throw new UsageError(
    `${path} has no field "${fieldNames.join('.')}" (${near === undefined ? `fields: ${dottedPaths.join(', ')}` : `did you mean ${near}?`})`,
  );
}

interface LineageFlags {
  readonly connect: boolean;
  readonly isJson: boolean;
  readonly profile: string | undefined;
  readonly configFile: string | undefined;
  readonly service: string | undefined;
}

async function trace(
  host: Host,
  given: string,
  { connect, isJson, profile, configFile, service }: LineageFlags,
): Promise<ExitStatus> {
  const { endpoint, fields } = parseFields(host, given);
  const loaded = loadProfile(host, { profile, config: configFile, service });
  if (!loaded.ok) {
    showDiagnostics(host, loaded.diagnostics, loaded.sources);
    return 1;
  }
  const traced = await traceLineage({ ...loaded.profile, endpoint, fields, connect });
  if (!traced.ok) {
    showDiagnostics(host, traced.diagnostics, traced.sources);
    return 1;
  }
  const isWhole = fields.length === fieldPaths(answerFields(endpoint)).length;
  const unread = isWhole ? traced.unread.map((one) => `\n${unreadText(one)}`) : [];
  host.out(
    isJson
      ? `${JSON.stringify(traced.fields, null, 2)}\n`
      : traced.fields.map(lineageText).join('\n') + unread.join(''),
  );
  return 0;
}

/** Prefixes of origins. */
const prefixes: Readonly<Record<FieldOrigin['kind'], string>> = {
  codes: '',
  expression: 'JSONata: ',
  attached: 'joined: ',
  'result column': 'column ',
  'table column': '',
  answer: 'the answer: ',
  'described member': 'the answer: ',
  procedure: 'procedure ',
  constant: '',
  engine: '',
  unknown: 'unknown: ',
};

function lineageText({ coordinate, from }: FieldLineage): string {
  return `${coordinate}\n${from.map((one) => linesOf(one, 1)).join('')}`;
}

type Vendor = NonNullable<FieldOrigin['vendor']>;

const typed = (name: string, { type }: Vendor): string => (type === '' ? name : `${name} (${type})`);

const wordsOf = ({ documentation }: Vendor): string => documentation?.replaceAll(/\s+/g, ' ').trim() ?? '';

function unreadText({ operation, place, members }: UnreadMembers): string {
  const lines = members.map(({ name, ...vendor }) => {
    const words = wordsOf(vendor);
    return `  ${typed(name, vendor)}${words === '' ? '' : `: ${words}`}\n`;
  });
  return `${operation}: the profile does not read   ${place.file}:${place.line}\n${lines.join('')}`;
}

function linesOf({ kind, text, place, vendor, sample, from }: FieldOrigin, depth: number): string {
  const where = place === undefined ? '' : `   ${place.file}:${place.line}`;
  const value = sample === undefined ? '' : ` = ${sample === null ? 'null in every row' : JSON.stringify(sample)}`;
  const shown = text.replaceAll(/\s*\n\s*/g, ' ');
  const name = vendor === undefined ? shown : typed(shown, vendor);
  const words = vendor === undefined ? '' : wordsOf(vendor);
  const said = words === '' ? '' : `${'  '.repeat(depth + 1)}${words}\n`;
  return `${'  '.repeat(depth)}${prefixes[kind]}${name}${value}${where}\n${said}${from.map((one) => linesOf(one, depth + 1)).join('')}`;
}
