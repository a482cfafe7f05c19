import type { Path } from '../../base/place.ts';
import { Secret } from '../../base/secret.ts';
import { isHttp } from '../../profile/schema/index.ts';
import { interpolate } from '../../profile/settings.ts';
import type { CompileContext } from '../context/context.ts';
import type { Rule } from './rule.ts';

const settingPattern = /\$\{([A-Za-z_]\w*)\}/g;

/** What is wrong with a base address; undefined where nothing is. */
function fault(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return 'is no address that begins with http:// or https://';
  const { username, password, search, hash } = new URL(address);
  if (username !== '' || password !== '') return 'holds a user name or a password';
  return search !== '' || hash !== '' ? 'holds options or a fragment' : undefined;
}

/** Reports settings in the text that are secrets: an address is logged. True where all have values. */
function checkSettings(context: CompileContext, path: Path, text: string): boolean {
  const names = [...text.matchAll(settingPattern)].map((match) => match[1] ?? '');
  for (const name of names.filter((one) => context.settings.get(one) instanceof Secret)) {
    const message = `The setting "${name}" is a secret, and an address is written to the log.`;
    context.report('MAP206', { path, message, hint: 'Give what lets the service in under `auth`.' });
  }
  return names.every((name) => context.settings.get(name) !== undefined);
}

/** The base address of a source is a plain http(s) address, and nothing in it is a secret. */
export const baseAddresses: Rule = (context) => {
  for (const [name, source] of Object.entries(context.profile.sources)) {
    if (!isHttp(source)) continue;
    const path: Path = ['sources', name, 'http'];
    // What a missing value would make of it is not known.
    if (!checkSettings(context, path, source.http)) continue;
    const wrong = fault(interpolate(source.http, context.settings));
    if (wrong === undefined) continue;
    const message = `The base address ${wrong}.`;
    const hint =
      'Write http: https://host/path; what lets the service in stands under `auth`, options under `request`.';
    context.report('REQ601', { path, message, hint });
  }
};
