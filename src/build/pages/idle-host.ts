/** A host that does nothing, for pages that are read from the definition of the command line. */
import { contract } from '../../contract/index.ts';
import { openApi } from '../../contract/openapi.ts';
import type { Host } from '../../service/lifecycle/host.ts';

export const idleHost: Host = {
  out: () => undefined,
  err: () => undefined,
  log: { write: () => undefined, flush: () => undefined },
  ask: undefined,
  input: undefined,
  color: { out: false, err: false },
  width: undefined,
  env: {},
  cwd: '',
  packageRoot: '',
  version: '',
  openFiles: undefined,
  nodeVersion: '24.0.0',
  now: () => 0,
  clock: () => 0,
  onStop: () => undefined,
  onReload: () => undefined,
  onCrash: () => undefined,
  contract,
  openEngine: () => Promise.reject(new Error('Documents run no engine.')),
  openApi: async () => openApi(contract),
};
