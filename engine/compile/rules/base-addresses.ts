/** Rule: the base address of an HTTP source is an http(s) address without credentials, query or fragment, and contains no secret, and neither does `live`. */
import type { Path } from '../../base/place.ts';
import { interpolate } from '../../base/setting-values.ts';
import { describedBy, isHttp } from '../../profile/schema/index.ts';
import { settingKind } from '../context/setting-kind.ts';
import type { Rule, RuleContext } from './rule.ts';

const settingPattern = /\$\{([A-Za-z_]\w*)\}/g;

/** What is wrong with a base address, as the end of a sentence; undefined where nothing is. */
function fault(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return 'is not a valid address that begins with http:// or https://';
  const { username, password, search, hash } = new URL(address);
  if (username !== '' || password !== '') return 'contains a user name or a password';
  return search !== '' || hash !== '' ? 'contains query parameters or a fragment' : undefined;
}

/** Reports secrets in an address, because addresses are logged. True where all settings in it have values. */
function checkSettings(context: RuleContext, path: Path, text: string): boolean {
  const names = [...text.matchAll(settingPattern)].map((match) => match[1] ?? '');
  for (const name of names.filter((one) => settingKind(context, one) === 'secret')) {
    const message = `The setting "${name}" is a secret, but addresses are written to the log.`;
    context.report('MAP206', { path, message, hint: 'Put credentials under `auth`.' });
  }
  return names.every((name) => context.settings.has(name));
}

/** Reports MAP206 for a secret setting and REQ601 for the other faults. An address with a setting without a value is not checked. */
export const baseAddresses: Rule = (context) => {
  for (const [name, source] of Object.entries(context.profile.sources)) {
    if (!isHttp(source)) continue;
    const described = describedBy(source);
    for (const live of described?.live ?? []) checkSettings(context, ['sources', name, 'describedBy', 'live'], live);
    const path: Path = ['sources', name, 'http'];
    // Without the value of every setting the address cannot be checked.
    if (!checkSettings(context, path, source.http)) continue;
    const wrong = fault(interpolate(source.http, context.settings));
    if (wrong === undefined) continue;
    const message = `The base address ${wrong}.`;
    const hint = 'Write http: https://host/path. Credentials belong under `auth`, query parameters under `request`.';
    context.report('REQ601', { path, message, hint });
  }
};
