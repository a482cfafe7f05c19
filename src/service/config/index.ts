/** Exports of this folder for tests. */
export { digestOf, generateKey, type Key, type KeyApp } from './api-keys.ts';
export { type DemoPlaces, demoFiles } from './demo-files.ts';
export { readText } from './environment.ts';
export {
  type ConfigInput,
  type Configuration,
  changedServices,
  type LoadedConfig,
  loadConfig,
  onlyService,
} from './load.ts';
export { locateBase } from './locate-base.ts';
export { configVariable, keyVariables, settingList, settingTable } from './settings.ts';
export { type StoreAddress, shownAddress, storeAddress } from './store-address.ts';
export { storeKeyBytes } from './store-key.ts';
