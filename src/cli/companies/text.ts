/** Companies and their changes as text and as JSON. */
import type { SourceError } from '../../../engine/index.ts';
import type { ChangeResult } from '../../service/companies/company-changes.ts';
import { auditAnswerOf, companyAnswer, keysOf } from '../../service/companies/company-texts.ts';
import { pathText } from '../../service/config/path-text.ts';
import type { AuditEntry, CompanyStore, StoredCompany } from '../../service/state/companies.ts';
import { documentOf } from '../shared/store-verbs.ts';
import { tableText } from '../shared/text-table.ts';

/** A company as JSON: as the API has it, without the state in a process. */
export function companyJson(store: CompanyStore, company: StoredCompany): object {
  const { service, findings, ...rest } = companyAnswer(store, company, { service: null, findings: [] });
  return rest;
}

/** Why the store could not be used. */
export const faultText = (error: SourceError): string =>
  `the companies in the store cannot be read or changed: ${error.message}`;

const addressOf = ({ entry }: StoredCompany): string => {
  const { path, hostname } = Object(JSON.parse(entry));
  return String(path ?? hostname ?? '');
};

/** A line for each company. `listed`: names of services that are not in the table. */
export function listText(companies: readonly StoredCompany[], listed: readonly string[]): string {
  const others = listed.length === 0 ? '' : `Not in the table, but in files: ${listed.join(', ')}.\n`;
  if (companies.length === 0) return `There are no companies in the table of the store.\n${others}`;
  return (
    others +
    tableText(
      companies.map((company) => [
        company.name,
        company.state,
        addressOf(company),
        `revision ${company.revision}`,
        new Date(company.changedAt).toISOString(),
      ]),
    )
  );
}

/** One company in lines. */
export function companyText(company: StoredCompany): string {
  const variables = company.variables === undefined ? ['cannot be decrypted'] : Object.keys(company.variables).sort();
  const keys = keysOf(company).map(
    ({ name, app, until }) => `${name} (${app}${until === undefined ? '' : `, until ${until}`})`,
  );
  return tableText([
    ['name', company.name],
    ['state', company.state],
    ['revision', String(company.revision)],
    ['changed', new Date(company.changedAt).toISOString()],
    ['entry', company.entry],
    ['variables', variables.join(', ') || 'none'],
    ['keys', keys.join(', ') || 'none'],
  ]);
}

/** A line for each change, newest first. */
export function auditText(entries: readonly AuditEntry[]): string {
  if (entries.length === 0) return 'No change is recorded.\n';
  return tableText(
    entries.map((entry) => {
      const { changedAt, actor, via, action, name, revision, requestId } = entry;
      return [
        new Date(changedAt).toISOString(),
        `${actor} (${via})`,
        action,
        name,
        `revision ${revision}`,
        requestId,
        changedParts(auditAnswerOf(entry)),
      ];
    }),
  );
}

/** The members of a state of a company, its variables and its keys by name, each with its text. */
function partsOf({ state, entry, variables, keys }: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const byName = (what: string, list: unknown) =>
    Array.isArray(list) ? list.map((one) => [`${what} ${Object(one).name}`, one] as const) : [];
  const parts = [
    ...[...Object.entries(Object(entry)), ['state', state] as const],
    ...[...byName('variable', variables), ...byName('key', keys)],
  ];
  return new Map(parts.map(([name, value]) => [name, JSON.stringify(value)]));
}

/** What a change has added (`+`), removed (`-`) and changed (`~`). */
function changedParts({ before, after }: ReturnType<typeof auditAnswerOf>): string {
  if (before === null || after === null) return '';
  const [old, now] = [partsOf(before), partsOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  const signOf = (name: string): string => {
    if (!old.has(name)) return '+';
    return now.has(name) ? '~' : '-';
  };
  return changed.map((name) => `${signOf(name)}${name}`).join(', ');
}

/** Changes as JSON, as the API has them. */
export const auditJson = (entries: readonly AuditEntry[]): object => ({ changes: entries.map(auditAnswerOf) });

const actions: Readonly<Record<Extract<ChangeResult, { kind: 'changed' }>['action'], string>> = {
  added: 'was added',
  changed: 'was changed',
  suspended: 'is suspended',
  resumed: 'is active',
  removed: 'was removed',
  key: 'has changed keys',
  link: 'has a link for a consent',
};

/** The result of a change. Generated keys are shown here only. */
export function changeText(
  store: CompanyStore,
  result: ChangeResult,
  isJson: boolean,
  /** The file that has the entry of the company, if it is not in the table. */
  file: string | undefined,
): string {
  if (isJson) return documentOf(changeJson(store, result));
  switch (result.kind) {
    case 'changed': {
      const { company, action, generated } = result;
      const keys = generated.map(
        ({ name, key }) => `API key ${name} (it is shown only once):\n\n  ${key.reveal()}\n\n`,
      );
      const text = `The company ${company.name} ${actions[action]} (revision ${company.revision}). Running services apply it within seconds.\n`;
      return keys.join('') + text;
    }
    case 'unchanged':
      return `The company ${result.company.name} is so already (revision ${result.company.revision}).\n`;
    case 'absent':
      return file === undefined
        ? 'There is no such company or key in the table of the store. See: engine companies list\n'
        : `The entry of this company is in ${file}: change it there.\n`;
    case 'exists':
      return `There is a company with this name (revision ${result.revision}). Change it with: engine companies set\n`;
    case 'stale':
      return `The company has revision ${result.revision} by now: another change was faster.\n`;
    case 'invalid':
      return `the company is not valid:\n${result.faults.map(({ path, message, hint }) => `  ${pathText(path)}: ${message} ${hint}\n`).join('')}`;
  }
}

function changeJson(store: CompanyStore, result: ChangeResult): object {
  switch (result.kind) {
    case 'changed': {
      const { action, company, generated } = result;
      const generatedKeys = generated.map(({ name, key }) => ({ name, key: key.reveal() }));
      return { outcome: action, company: companyJson(store, company), generatedKeys };
    }
    case 'unchanged':
      return { outcome: 'unchanged', company: companyJson(store, result.company) };
    case 'invalid':
      return {
        outcome: 'invalid',
        faults: result.faults.map(({ path, ...fault }) => ({ path: pathText(path), ...fault })),
      };
    default:
      return { outcome: result.kind, ...('revision' in result ? { revision: result.revision } : {}) };
  }
}
