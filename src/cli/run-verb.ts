/** Runs verbs of the command line within a session of `engine mcp`, without a terminal. */
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import type { RunVerb } from '../workbench/mcp/index.ts';
import type { ReportEntry } from '../workbench/testing/report-entry.ts';
import { addExplain } from './explain.ts';
import { addInit } from './init/command.ts';
import { addLineage } from './lineage.ts';
import { isWrongUsage, programWith } from './root.ts';
import { wrongUsage } from './shared/wrong-usage.ts';
import type { ReportTaker } from './test/write-report.ts';
import { addTest } from './test.ts';

/** The verbs that tools call. */
const verbs = [addExplain, addInit, addLineage, addTest];

/** What the verbs write is returned: standard output belongs to the protocol. */
export function verbRunner(host: Host): RunVerb {
  return async (words, task) => {
    const [out, err]: [string[], string[]] = [[], []];
    const write = (text: string): void => void err.push(text);
    const { streams: _, ...machine } = host;
    const entries: ReportEntry[] = [];
    const quiet: Host & ReportTaker = {
      ...machine,
      out: (text) => void out.push(text),
      err: write,
      log: { write, flush: () => undefined },
      ask: undefined,
      input: undefined,
      color: { out: false, err: false },
      width: undefined,
      takeReport: (profiles) =>
        void entries.push(...profiles.flatMap(({ groups }) => groups.flatMap((one) => one.entries))),
      ...(task === undefined ? {} : { task }),
    };
    let status: ExitStatus = 0;
    const program = programWith('engine', verbs, quiet, (ended) => {
      status = ended;
    });
    try {
      await program.parseAsync([...words], { from: 'user' });
    } catch (error) {
      if (!isWrongUsage(error)) throw error;
      status = 2;
      err.push(wrongUsage(program, words, error));
    }
    return { status, out: out.join(''), err: err.join(''), entries };
  };
}
