/** The command line of the executable `engine-service`: the verbs that serve. It imports no other verb, and so nothing of the workbench. */
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { addDemo } from './demo.ts';
import { type End, programWith, runProgram } from './root.ts';
import { addServe } from './serve.ts';

/** Runs `serve` or `demo`. Resolves to the exit status when the service has stopped. */
export async function runService(argv: readonly string[], host: Host): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  const end: End = (code) => {
    status = code;
  };
  await runProgram(programWith('engine-service', [addServe, addDemo], host, end), argv, host, end);
  return status;
}
