/** Exports of this folder for tests. */
export { type Admin, type AdminOptions, createAdmin } from './admin.ts';
