/** The programs that start a bundle. They replace themselves with Node, so that a bundle runs as one process. */

/** For Linux. Follows symbolic links, so that a link in /usr/local/bin works. */
export const shellLauncher = `#!/bin/sh
set -e
program=$0
while [ -L "$program" ]; do
  target=$(readlink "$program")
  case $target in
    /*) program=$target ;;
    *) program=$(dirname "$program")/$target ;;
  esac
done
here=$(cd "$(dirname "$program")" && pwd)
exec "$here/node" "$here/app/dist/program/entry.js" "$@"
`;

/** For Windows. The exit status is that of Node. */
export const windowsLauncher = '@"%~dp0node.exe" "%~dp0app\\dist\\program\\entry.js" %*\r\n';
