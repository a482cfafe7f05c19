/** The processes of an ERPNext, by the files in which they state their process ids. What supervises them starts them again. Needs Linux. */
import { readFileSync } from 'node:fs';
import type { ErpProcess } from '../erp.ts';

const idIn = (file: string): number => Number(readFileSync(file, 'utf8').trim());

/** Ids of the processes that a process has started. */
const childrenOf = (id: number): readonly number[] =>
  readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ').map(Number);

/** `web`: file with the id of gunicorn, which starts its workers again; `database`: file with that of MariaDB. Without both files there are none. */
export function erpnextProcesses(web: string | undefined, database: string | undefined): readonly ErpProcess[] {
  if (web === undefined || database === undefined) return [];
  return [
    {
      title: 'a web worker',
      end: (random) => {
        const workers = childrenOf(idIn(web));
        const worker = workers[Math.floor(random() * workers.length)];
        if (worker !== undefined) process.kill(worker, 'SIGKILL');
      },
    },
    { title: 'the database', end: () => void process.kill(idIn(database), 'SIGKILL') },
    { title: 'the web server with its workers (SIGTERM)', end: () => void process.kill(idIn(web), 'SIGTERM') },
  ];
}
