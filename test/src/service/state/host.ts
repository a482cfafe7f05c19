/** A host for the command line that records its output. */
import { openEngine } from '../../../../engine/index.ts';
import { contract, openApi } from '../../../../src/contract/index.ts';
import type { Host } from '../../../../src/service/lifecycle/host.ts';

/** `cwd` is the working directory, without any environment variable but a key. */
export function testHost(cwd: string): Host & { said(): string } {
  let said = '';
  const hear = (text: string): void => {
    said += text;
  };
  return {
    out: hear,
    err: hear,
    log: { write: hear, flush: () => undefined },
    ask: undefined,
    input: undefined,
    color: { out: false, err: false },
    width: undefined,
    env: { ENGINE_KEY: 'a-key-of-the-address-test' },
    cwd,
    packageRoot: cwd,
    version: '0',
    openFiles: undefined,
    nodeVersion: '24.0.0',
    now: Date.now,
    clock: Date.now,
    onStop: (listener) => listener('it should not have started'),
    onReload: () => undefined,
    onCrash: () => undefined,
    contract,
    openEngine,
    openApi: async () => openApi(contract),
    said: () => said,
  };
}
