/** Rule: every `${name}` in a connection, address, time zone, credential or table pattern is a declared setting. */
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import { isHttp } from '../../profile/schema/index.ts';
import { sinceOfEndpoints } from '../../profile/schema/since.ts';
import type { Rule, RuleContext } from './rule.ts';

function check(context: RuleContext, path: Path, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      check(context, [...path, Array.isArray(value) ? Number(key) : key], item);
    return;
  }
  if (typeof value !== 'string') return;
  const names = Object.keys(context.profile.settings ?? {});
  for (const match of value.matchAll(/\$\{([^}]*)\}/g)) {
    const name = match[1] ?? '';
    if (names.includes(name)) continue;
    const range = { offset: match.index, length: match[0].length };
    context.report('MAP201', {
      path,
      range,
      message: `There is no setting "${name}".`,
      ...(names.length === 0
        ? { hint: 'Declare it under `settings`.' }
        : suggestion(name, names, (near) => `\${${near}}`)),
    });
  }
}

/** Reports MAP201: a name that is not declared under `settings`. */
export const settingsKnown: Rule = (context) => {
  for (const [name, source] of Object.entries(context.profile.sources)) {
    if (isHttp(source)) {
      for (const key of ['http', 'auth', 'tls', 'proxy'] as const) check(context, ['sources', name, key], source[key]);
    } else check(context, ['sources', name, 'connection'], source.connection);
    check(context, ['sources', name, 'clock'], source.clock);
  }
  for (const { entry, path } of sinceOfEndpoints(context.profile.endpoints))
    check(context, [...path, 'clock'], entry.clock);
  for (const [name, part] of Object.entries(context.profile.parts ?? {})) {
    if (typeof part !== 'string') check(context, ['parts', name, 'table'], part.table);
  }
};
