/** The admin listener and the monitor. This folder is loaded only if one of them is needed. */
export { type Admin, createAdmin } from './admin.ts';
export { createMonitor, type Monitor } from './monitor.ts';
