/** Values of the profile's settings for the session. */
import { declaredSettings } from '../../../engine/tools/index.ts';
import { Refused } from './access/folder.ts';
import type { Workspace } from './workspace/workspace.ts';

/** `values`: by environment variable; null takes a value of the session back. Rejects with `Refused` for a variable that no setting has. */
export async function changeSettings(
  workspace: Workspace,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { text, bases } = await workspace.read();
  const settings = declaredSettings(text, workspace.load().profile.environment, bases) ?? [];
  const declared = new Set(settings.flatMap(({ env }) => (env === undefined ? [] : [env])));
  const unknown = Object.keys(values).filter((name) => !declared.has(name));
  if (unknown.length > 0) throw new Refused(`The profile has no setting for ${unknown.join(', ')}.`);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) workspace.sessionValues.delete(name);
    else workspace.sessionValues.set(name, value);
  }
}
