/** The API for operators. This folder is loaded only if it is configured. */
export { createCompaniesApi } from './api.ts';
export { createOperatorKeyring } from './operator-keyring.ts';
