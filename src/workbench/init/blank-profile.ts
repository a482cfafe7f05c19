/** A profile without endpoints, to be continued in the studio. */
import type { DatabaseKind } from '../../../engine/index.ts';
import { profileConnection } from './connection.ts';

/**
 * `name`: of the profile, in lower-case letters, digits and hyphens. Values of the connection are settings with environment variables; those of `given`, by
 * member of the connection, are their defaults.
 */
export function blankProfile(
  name: string,
  kind: DatabaseKind,
  contractVersion: string,
  given: Readonly<Record<string, string>> = {},
): string {
  const { settings, written } = profileConnection(name, kind, given, () => undefined);
  const lines = [
    `profile: ${name}`,
    `contract: "${contractVersion}"`,
    'settings:',
    ...settings.map(({ name: setting, env, default: value, secret }) => {
      const more = [...(secret ? ['secret: true'] : []), ...(value ? [`default: ${JSON.stringify(value)}`] : [])];
      return `  ${setting}: { ${[`env: ${env}`, ...more].join(', ')} }`;
    }),
    'sources:',
    '  erp:',
    `    sql: ${kind.name}`,
    '    connection:',
    ...[...written].map(([member, setting]) => `      ${member}: "\${${setting}}"`),
    '    clock: UTC # time zone of dates and times that name none',
    'endpoints: {}',
  ];
  return `${lines.join('\n')}\n`;
}
