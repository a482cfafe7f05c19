/** Exports of this folder for tests. */
export { transportOf } from './http-transport.ts';
export { installationOf, storeInstallationOf, tokenInstallationOf } from './installation.ts';
