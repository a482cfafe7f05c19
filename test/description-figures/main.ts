/**
 * `npm run description:figures -- <file> ...`: what the readers of vendors' descriptions make of files, as a table: operations, types, and
 * processor seconds of reading. Exit status 1 where a file cannot be read.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DescriptionFault } from '../../engine/description/model.ts';
import { readDescription } from '../../engine/description/read.ts';

const rows = process.argv.slice(2).map((file): readonly (string | number)[] => {
  const text = readFileSync(file, 'utf8');
  const kilobytes = Math.round(text.length / 1000);
  const start = process.cpuUsage();
  try {
    const { operations, types } = readDescription(text, basename(file)).size;
    const { user, system } = process.cpuUsage(start);
    return [basename(file), kilobytes, operations, types, ((user + system) / 1e6).toFixed(2)];
  } catch (error) {
    if (!(error instanceof DescriptionFault)) throw error;
    process.exitCode = 1;
    return [basename(file), kilobytes, error.message, '', ''];
  }
});
const head = ['file', 'kB', 'operations', 'types', 'processor seconds'];
for (const row of [head, head.map(() => '---'), ...rows]) process.stdout.write(`| ${row.join(' | ')} |\n`);
