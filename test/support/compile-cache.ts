/**
 * The folder of Node.js's compile cache, shared by the test processes: short-lived processes spend most of their time
 * on loading code.
 */
import { join } from 'node:path';

export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/engine-compiled');
