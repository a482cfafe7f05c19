/** A host for the command line that records its output. */
import type { Host } from '../../../../src/service/lifecycle/host.ts';
import { hostWith } from '../../../support/host.ts';

/** `cwd` is the working directory, without any environment variable but a key. */
export function testHost(cwd: string): Host & { said(): string } {
  let said = '';
  const hear = (text: string): void => {
    said += text;
  };
  const env = { ENGINE_KEY: 'a-key-of-the-address-test' };
  return { ...hostWith({ cwd, packageRoot: cwd, env, out: hear, err: hear }), said: () => said };
}
