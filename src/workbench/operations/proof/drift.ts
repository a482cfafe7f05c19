/** Differences between the ERP and the lock of the profile, as of `engine drift`. Reads the ERP only. */
import { basename } from 'node:path';
import { connectedDrift } from '../../../service/lifecycle/command-tokens.ts';
import type { ReportEntry } from '../../testing/report-entry.ts';
import type { Prover } from './prover.ts';

const asDescribed = (lockName: string): ReportEntry => ({
  ...{ verdict: 'passed', title: `The ERP is as ${lockName} describes it.`, endpoint: undefined },
  ...{ place: undefined, reasons: [], comparison: [], details: [], ms: undefined },
});

/** Writes the lock, or compares with it. */
export const proveDrift: Prover = async (run, { lock: isWanted = false }) => {
  const { workspace } = run;
  const { folder, profileFile } = workspace;
  const { config, profile } = workspace.load();
  const lockName = basename(profileFile).replace(/\.ya?ml$/, '.lock.yaml');
  if (!isWanted && !folder.has(lockName))
    return run.note(
      `There is no ${lockName}. Write it while the profile works: it contains the tables, columns and answers that the profile uses.`,
    );
  run.progress({ what: 'Asking the ERP', done: 0, total: 1, current: '' });
  const lock = isWanted ? undefined : folder.read(lockName).text;
  const driftResult = await connectedDrift(workspace.host, config, { ...profile, lockName, lock });
  if (run.signal.aborted) return;
  run.find(driftResult.diagnostics, driftResult.sources);
  if (driftResult.lock !== undefined) {
    folder.write(lockName, driftResult.lock);
    run.note(`${lockName} is written.`);
  } else if (driftResult.diagnostics.length === 0) run.add([asDescribed(lockName)]);
};
