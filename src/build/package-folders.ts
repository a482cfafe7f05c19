/** The packages that modules belong to. */

/** `node_modules/pg`, or `node_modules/knex/node_modules/pg`: the last package of the path, from the first `node_modules` on. */
const packagePath = /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** The folders of the packages of some modules, relative to the project and sorted, each once. `modules`: absolute paths; ids that a plugin made are skipped. */
export function packageFolders(modules: readonly string[]): readonly string[] {
  const folders = modules.flatMap((id) => packagePath.exec(id.replaceAll('\\', '/'))?.[1] ?? []);
  return [...new Set(folders)].toSorted();
}
