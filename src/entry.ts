#!/usr/bin/env node
/** The executable `engine`: all verbs. */
import { launch } from './launch.ts';

await launch(import.meta.url, async () => {
  const [{ main }, { runCli }] = await Promise.all([import('./main.ts'), import('./cli/program.ts')]);
  await main(runCli);
});
