/** Hints that name the environment variables behind a part of the profile. */
import { ownMember } from '../base/members.ts';
import type { CompileContext } from '../compile/context/context.ts';

/** The environment variables of the settings that occur as `${name}` in a value of the profile. */
function variablesIn({ writtenProfile }: Pick<CompileContext, 'writtenProfile'>, value: unknown): readonly string[] {
  const names = [...JSON.stringify(value ?? '').matchAll(/\$\{([A-Za-z_]\w*)\}/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].flatMap((name) => ownMember(writtenProfile.settings, name)?.env ?? []);
}

/** What to do where a source cannot be opened. `key`: the key of its connection that the message is about. */
export function openingHint(context: CompileContext, source: string, key: string): string {
  const connection: unknown = context.writtenProfile.sources[source];
  const variables = variablesIn(context, connection).filter((name) => key !== 'port' || /PORT/i.test(name));
  switch (key) {
    case 'create':
      return 'Correct the paths under `create`: they start at the folder of the profile.';
    case 'port':
      return variables.length === 0
        ? 'Write the port as a number.'
        : `Write the port as a number: set ${variables.join(', ')}.`;
    default:
      return 'Correct the connection, or create the database.';
  }
}

/** What to do where an ERP refuses the login; undefined where the profile has none. */
export function credentialsHint(context: CompileContext, source: string): string | undefined {
  const spec = context.writtenProfile.sources[source];
  if (spec === undefined || !('auth' in spec) || spec.auth === undefined) return undefined;
  const variables = variablesIn(context, spec.auth);
  return variables.length === 0
    ? 'Correct the credentials under `auth`.'
    : `Check ${variables.join(' and ')}, which \`auth\` of the source uses.`;
}
