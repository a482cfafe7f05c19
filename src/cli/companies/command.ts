/** `engine companies`: the companies in the table of the store. */
import { type Command, Option } from 'commander';
import type { CompanyPatch } from '../../service/companies/schema.ts';
import { keyApps } from '../../service/config/api-keys.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { confirm, documentOf, type End, requireConfirmable, timeOf } from '../shared/store-verbs.ts';
import { wholeNumber } from '../shared/usage.ts';
import { addAdd, addSet } from './add.ts';
import { auditJson, auditText, companyJson, companyText, listText } from './text.ts';
import { keyRotationOf } from './values.ts';
import { verb, withCompanies } from './with-companies.ts';

const examples = `
Examples:
  engine companies add nord --path /nord --profile ./acme.yaml --env-file nord.env
  engine companies suspend nord
  engine companies rotate-key nord --name ordering-2027 --app ordering --expire-others 24h
  engine companies audit --company nord --format json

The commands change the store directly, also while services run, which apply a change within seconds. Services use the table with servicesTable
(ENGINE_SERVICES_TABLE). The state of a company in a process is an answer of its API: GET /companies on the admin listener.

Exit status: 0 on success, also if nothing had to be done; 1 on failure; 2 for wrong usage. --format json prints one JSON document.
`;

/** `engine companies`, with its verbs. */
export function addCompanies(program: Command, host: Host, end: End): void {
  const companies = program
    .command('companies')
    .description('list, add, change, suspend and remove the companies in the table of the store');
  companies.addHelpText('after', examples);
  for (const add of [
    addList,
    addShow,
    addAdd,
    addSet,
    addSuspend,
    addResume,
    addRotateKey,
    addRemoveKey,
    addRemove,
    addAudit,
  ])
    add(companies, host, end);
}

function addList(companies: Command, host: Host, end: End): void {
  const command = verb(companies, { name: 'list', description: 'list companies', examples: ['--format json'] });
  command.action(() =>
    withCompanies(host, command, end, async (opened) => {
      const all = await opened.companies.list();
      const json = (): string => documentOf({ companies: all.map((one) => companyJson(opened.companies, one)) });
      host.out(opened.isJson ? json() : listText(all, opened.listed));
      return 0;
    }),
  );
}

function addShow(companies: Command, host: Host, end: End): void {
  const command = verb(companies, {
    name: 'show',
    description: 'show a company, without its secrets',
    examples: ['nord'],
  });
  command.argument('<name>', 'name of the company').action((name: string) =>
    withCompanies(host, command, end, async ({ companies: store, isJson, conclude }) => {
      const company = (await store.list()).find((one) => one.name === name);
      if (company === undefined) return conclude({ kind: 'absent' }, name);
      host.out(isJson ? documentOf(companyJson(store, company)) : companyText(company));
      return 0;
    }),
  );
}

function addState(texts: { readonly name: string; readonly description: string }, patch: CompanyPatch) {
  return (companies: Command, host: Host, end: End): void => {
    const command = verb(companies, { ...texts, examples: ['nord'] });
    command
      .argument('<name>', 'name of the company')
      .action((name: string) =>
        withCompanies(host, command, end, async ({ changes, actor, conclude }) =>
          conclude(await changes.change(name, undefined, patch, actor), name),
        ),
      );
  };
}

const addSuspend = addState(
  { name: 'suspend', description: 'answer the requests of a company with 503, without contact to its ERP' },
  { state: 'suspended' },
);
const addResume = addState({ name: 'resume', description: 'end the suspension of a company' }, { state: 'active' });

function addRotateKey(companies: Command, host: Host, end: End): void {
  const command = verb(companies, {
    name: 'rotate-key',
    description: 'add an API key to a company, which is generated or read from standard input',
    examples: ['nord --name ordering-2027 --app ordering --expire-others 24h', 'nord --name key-2 --stdin < token'],
  })
    .argument('<name>', 'name of the company')
    .addOption(new Option('--name <name>', 'name of the key in logs').makeOptionMandatory())
    .addOption(
      new Option('--app <app>', 'app of the platform that the key authorises').choices(keyApps).default('both'),
    )
    .addOption(new Option('--expire-others <time>', 'how long the other keys of the app stay valid, such as 24h, or 0'))
    .addOption(new Option('--stdin', 'read the key that the platform generated from standard input'));
  command.action(async (name: string) => {
    const rotation = await keyRotationOf(host, command.opts());
    await withCompanies(host, command, end, async ({ changes, actor, conclude }) =>
      conclude(await changes.rotate(name, undefined, rotation, actor), name),
    );
  });
}

function addRemoveKey(companies: Command, host: Host, end: End): void {
  const command = verb(companies, {
    name: 'remove-key',
    description: 'end an API key of a company at once',
    examples: ['nord ordering-2026'],
  })
    .argument('<name>', 'name of the company')
    .argument('<key>', 'name of the key');
  command.action((name: string, key: string) =>
    withCompanies(host, command, end, async ({ changes, actor, conclude }) =>
      conclude(await changes.revoke(name, undefined, key, actor), name),
    ),
  );
}

function addRemove(companies: Command, host: Host, end: End): void {
  const command = verb(companies, { name: 'remove', description: 'remove a company', examples: ['nord --yes'] })
    .argument('<name>', 'name of the company')
    .addOption(new Option('--yes', 'do not ask for confirmation'));
  command.action(async (name: string) => {
    const flags = command.opts<{ readonly yes?: true; readonly format: string }>();
    requireConfirmable(host, flags);
    if (!(await confirm(host, flags.yes, `Remove the company ${name} with its variables and keys?`))) return end(1);
    await withCompanies(host, command, end, async ({ changes, actor, conclude }) =>
      conclude(await changes.remove(name, undefined, actor), name),
    );
  });
}

function addAudit(companies: Command, host: Host, end: End): void {
  const command = verb(companies, {
    name: 'audit',
    description: 'list who changed what, newest first',
    examples: ['--company nord --since 2026-05-01'],
  })
    .addOption(new Option('--company <name>', 'only changes of this company'))
    .addOption(
      new Option('--since <time>', 'only changes at or after this time: 2026-05-01, or with a time').argParser(timeOf),
    )
    .addOption(
      new Option('--limit <number>', 'largest number of changes')
        .argParser(wholeNumber('--limit', 1, 10_000))
        .default(50),
    );
  command.action(() =>
    withCompanies(host, command, end, async ({ companies: store, isJson }) => {
      const query = command.opts<{ readonly company?: string; readonly since?: number; readonly limit: number }>();
      const entries = await store.audit(query);
      host.out(isJson ? documentOf(auditJson(entries)) : auditText(entries));
      return 0;
    }),
  );
}
