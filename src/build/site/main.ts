/** `npm run site`: writes the documentation as a site into the folder `site`. Needs no network. */
import { join } from 'node:path';
import { projectFolder } from '../project-folder.ts';
import { buildSite } from './site.ts';

const root = projectFolder(import.meta.dirname);
const site = join(root, 'site');
const pages = await buildSite(root, site);
process.stdout.write(`${pages.length} pages: ${join(site, 'index.html')}\n`);
