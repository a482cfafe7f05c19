/** Where Node keeps compiled code between the processes of the tests: most of a short life is loading. */
import { join } from 'node:path';

export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/engine-compiled');
