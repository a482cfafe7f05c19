/** Checks and compiles a profile once for all case files with the same settings. */
import { type CheckedProfile, type Coverage, checkForTests } from '../../../engine/tools/index.ts';

type ProfileToRun = Parameters<typeof checkForTests>[0] & { readonly coverage?: Coverage | undefined };

/** The checks of one text of a profile. */
export interface ProfileChecks {
  check(run: ProfileToRun): Promise<CheckedProfile>;
}

/** Checks once for each set of variables and endpoints; runs at the same time share the check. */
export function createProfileChecks(): ProfileChecks {
  const checks = new Map<string, Promise<CheckedProfile>>();
  return {
    check(run) {
      const { coverage, environment, only } = run;
      const key = JSON.stringify([Object.entries(environment).sort(), only && [...only].sort()]);
      const check = checks.get(key) ?? checkForTests(run, { coverage });
      checks.set(key, check);
      return check;
    },
  };
}
