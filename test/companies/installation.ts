/** The files of an installation with a folder of companies. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completed } from '../support/check-profile.ts';
import { type Company, profileNames } from './company.ts';
import { webSecrets } from './web-erp.ts';

export interface Erps {
  /** Address of the database. */
  readonly database: string;
  /** Base address of the ERP by HTTP. */
  readonly web: string;
}

/** Whether the profile of a company uses the ERP by HTTP. */
export const isByHttp = ({ profile }: Company): boolean => profile === 'web' || profile === 'consent';

/** The settings of its profile. */
const variablesOf = ({ code, profile }: Company, { database, web }: Erps): Readonly<Record<string, string>> =>
  profile === 'web' || profile === 'consent'
    ? { WEB_URL: web, WEB_SECRET: webSecrets[profile], WEB_TENANT: code }
    : { ERP_URL: database, ERP_COMPANY: code };

/** The members of a company in the API for operators. */
export const membersOf = (company: Company, erps: Erps) => ({
  entry: { path: `/${company.name}`, profile: `./profiles/${company.profile}.yaml` },
  variables: variablesOf(company, erps),
  keys: [{ name: 'app', app: 'both', key: company.key } as const],
});

export interface Installation {
  /** Path of engine.yaml. */
  readonly file: string;
  add(company: Company): void;
  remove(company: Company): void;
}

/** Writes profiles, engine.yaml with the lines of `top`, and a file for each company. */
export function writeInstallation(
  folder: string,
  companies: readonly Company[],
  top: string,
  erps: Erps,
): Installation {
  for (const name of ['profiles', 'companies', 'env']) mkdirSync(join(folder, name));
  for (const name of profileNames) {
    const text = readFileSync(join(import.meta.dirname, 'profiles', `${name}.yaml`), 'utf8');
    writeFileSync(join(folder, 'profiles', `${name}.yaml`), completed(text));
  }
  const entryOf = ({ name }: Company): string => join(folder, 'companies', `${name}.yaml`);
  const add = (company: Company): void => {
    const { name, profile } = company;
    const variables = { ENGINE_KEY: company.key, ...variablesOf(company, erps) };
    const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}\n`);
    writeFileSync(join(folder, 'env', `${name}.env`), lines.join(''));
    const entry = `path: /${name}\nenvFile: ../env/${name}.env\nprofile: ../profiles/${profile}.yaml\n`;
    // Never read half.
    writeFileSync(`${entryOf(company)}.new`, entry);
    renameSync(`${entryOf(company)}.new`, entryOf(company));
  };
  for (const company of companies) add(company);
  const file = join(folder, 'engine.yaml');
  writeFileSync(file, `servicesFolder: companies\n${top}`);
  return { file, add, remove: (company) => rmSync(entryOf(company)) };
}
