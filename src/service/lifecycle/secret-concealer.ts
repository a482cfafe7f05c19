/** Hides the secret settings of a profile in texts that are shown to its author. */
import { readBases } from '../../../engine/index.ts';
import { concealer, secretsOf } from '../../../engine/tools/index.ts';
import { readText } from '../config/environment.ts';
import type { ProfileInput } from './load-profile.ts';

type Input = Pick<ProfileInput, 'profileFile' | 'locate' | 'environment'>;

/** The values of the profile's secret settings. */
export async function profileSecrets({ profileFile, locate, environment }: Input): Promise<readonly string[]> {
  const text = readText(profileFile) ?? '';
  const bases = await readBases(text, profileFile, profileFile, locate);
  return secretsOf(text, environment, bases).map((secret) => secret.reveal());
}

/** Returns a function that replaces the profile's secrets in a text: an ERP may repeat its credentials in an answer. */
export async function secretConcealer(profile: Input): Promise<(text: string) => string> {
  const secrets = await profileSecrets(profile);
  return concealer(() => secrets);
}
