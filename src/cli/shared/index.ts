/** Exports of this folder for tests. */
export { wantsColor } from './color.ts';
export { whileWaiting, withProgress } from './progress.ts';
export { settingsHelp, settingsTable } from './settings-help.ts';
