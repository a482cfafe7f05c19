/** Exports of this folder for tests. */
export { type ErpDouble, loadDouble } from './erp-double.ts';
export { openErpRecords, openFixtureAccess } from './fixture-access.ts';
export { openServiceUnderTest, type ServiceUnderTest } from './service-under-test.ts';
