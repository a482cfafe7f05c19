/** Loads the driver of SQL Server for fixtures, which run statements without the engine. */
export const loadMssql = () => import('./fixture-access.ts');
