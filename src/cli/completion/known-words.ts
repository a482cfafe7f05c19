/** The words that completion offers: what the contract, the shipped profiles and the codes of findings name. */
import { join } from 'node:path';
import { readBases } from '../../../engine/index.ts';
import { answerFields, codes, declaredSettings, fieldPaths } from '../../../engine/tools/index.ts';
import { readText } from '../../service/config/environment.ts';
import { locateBase } from '../../service/config/locate-base.ts';
import { shippedProfiles } from '../../service/config/locate-profile.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import type { KnownWords } from './model.ts';

export async function knownWords(host: Host): Promise<KnownWords> {
  const endpoints = host.contract.endpoints.filter(({ answer }) => answer.kind !== 'service');
  const profiles = shippedProfiles(host.packageRoot);
  const settings = await Promise.all(profiles.map(async (name) => [name, await settingsOf(host, name)] as const));
  return {
    endpoints: endpoints.map(({ path }) => path),
    answerFields: endpoints.flatMap((endpoint) => [
      endpoint.path,
      ...fieldPaths(answerFields(endpoint)).map((names) => [endpoint.path, ...names].join('.')),
    ]),
    requestFields: new Map(endpoints.map(({ path, request }) => [path, Object.keys(request)])),
    profiles,
    settings: new Map(settings),
    codes: Object.keys(codes),
  };
}

/** Names of the settings that `--set` can give a value. */
async function settingsOf(host: Host, profile: string): Promise<readonly string[]> {
  const file = join(host.packageRoot, 'profiles', profile, 'profile.yaml');
  const text = readText(file) ?? '';
  const bases = await readBases(text, file, profile, locateBase(host));
  const declared = declaredSettings(text, {}, bases) ?? [];
  return declared.filter(({ env }) => env !== undefined).map(({ name }) => name);
}
