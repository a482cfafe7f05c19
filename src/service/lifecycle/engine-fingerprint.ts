/** Whether a new engine would be the same as the one in use. */
import { createHash } from 'node:crypto';
import { contentOf } from '../config/file-contents.ts';
import type { LoadedConfig } from '../config/load.ts';
import { textDigest } from '../config/text-digest.ts';

/** The text of a file as it is now. */
const textNow = (file: string): string | undefined => contentOf(file).text;

/** What an engine is made of: with the same value, a new one would be the same as the one in use. `read`: the text of one of the files, by default as it is now. */
export function engineFingerprint(
  { profileFile, environment, settings, isSuspended }: LoadedConfig,
  files: readonly string[],
  read: (file: string) => string | undefined = textNow,
): string {
  const { demoSku, logLevel } = settings;
  const texts = files.map((file) => {
    const text = read(file);
    return [file, text === undefined ? null : textDigest(text)];
  });
  const variables = Object.entries(environment).sort();
  const content = JSON.stringify([profileFile, variables, demoSku, logLevel, isSuspended, texts]);
  return createHash('sha256').update(content).digest('hex');
}
