/** The settings of a run over the fixture that `--set` gives. */
import type { Diagnostic } from '../../../engine/index.ts';
import { fault } from '../../service/config/fault.ts';
import { fixtureValues, type Subject } from '../../workbench/checks/conformance/subject.ts';

/** Values by name, from texts of the form `name=value`. */
export const settingsOf = (given: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );

/** A finding if `--set` or the cases name settings that the profile does not have. */
export function unknownSettings(subject: Subject): Diagnostic | undefined {
  const { unknown } = fixtureValues(subject);
  if (unknown.length === 0) return undefined;
  const message = `${subject.profileName} has no settings ${unknown.join(', ')}.`;
  return fault('CFG501', message, 'Correct the names in --set, or under `settings` of the cases.');
}
