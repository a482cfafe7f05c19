/** Checks of the machine and of the versions on it. */
import { userInfo } from 'node:os';
import type { HealthCheck } from '../../../engine/tools/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';

/** The major version of Node that the program is built and tested with. */
const testedNode = 24;

/** Version of the program, of Node, and the user of the process: a warning for an untested Node, and for root. */
export function machineChecks({ version, nodeVersion }: Host): readonly HealthCheck[] {
  const node = Number(nodeVersion.split('.')[0]);
  const name = 'node';
  const { uid, username } = userInfo();
  const user: HealthCheck =
    uid === 0
      ? {
          name: 'user',
          status: 'warning',
          what: 'This command runs as root: files and permissions are those of root, not of the service.',
          why: 'Root may read and write files that the service may not.',
          fix: 'sudo -u <user of the service> engine doctor',
        }
      : { name: 'user', status: 'ok', what: username };
  return [
    { name: 'program', status: 'ok', what: version },
    node >= testedNode
      ? { name, status: 'ok', what: nodeVersion }
      : {
          name,
          status: 'warning',
          what: `Node ${nodeVersion} is older than the tested version (${testedNode}).`,
          why: 'The tests of this program have not run on it.',
          fix: `Install Node ${testedNode}, or use an offline bundle (docs/howto/install-linux.md).`,
        },
    user,
  ];
}
