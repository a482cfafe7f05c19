/** The files of an installation with a folder of companies. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completed } from '../support/check-profile.ts';
import { type Company, profileNames } from './company.ts';
import { webSecrets } from './web-erp.ts';

interface Erps {
  /** Address of the database. */
  readonly database: string;
  /** Base address of the ERP by HTTP. */
  readonly web: string;
}

/** Whether the profile of a company uses the ERP by HTTP. */
export const isByHttp = ({ profile }: Company): boolean => profile === 'web' || profile === 'consent';

function environmentOf(company: Company, { database, web }: Erps): string {
  const { code, key, profile } = company;
  const values =
    profile === 'web' || profile === 'consent'
      ? { WEB_URL: web, WEB_SECRET: webSecrets[profile], WEB_TENANT: code }
      : { ERP_URL: database, ERP_COMPANY: code };
  return Object.entries({ ENGINE_KEY: key, ...values })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

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
    writeFileSync(join(folder, 'env', `${name}.env`), environmentOf(company, erps));
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
