#!/usr/bin/env node
/** The executable `engine-service`: what runs in production, without the workbench. */
import { launch } from './launch.ts';

await launch(import.meta.url, async () => {
  const [{ main }, { runService }] = await Promise.all([import('./main.ts'), import('./cli/service.ts')]);
  await main(runService);
});
