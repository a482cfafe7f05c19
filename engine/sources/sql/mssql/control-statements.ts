/** The T-SQL that the engine writes itself: sessions, transactions, locks and descriptions. For SQL Server 2012 and later. */
import type { BoundStatement } from '../../source.ts';

/**
 * Run once for each connection. Every error ends the whole transaction; the wait for a lock ends after five seconds; texts are read
 * as dates with the year first, whatever the language of the login; row counts of triggers are not sent.
 */
export const sessionSettings = [
  'set xact_abort on;',
  'set nocount on;',
  'set lock_timeout 5000;',
  'set dateformat ymd;',
  'set transaction isolation level read committed;',
].join('\n');

/** In a deadlock the server chooses the engine's read as the victim, and not a transaction of the ERP. */
export const readerSettings = 'set deadlock_priority low;';

export const begin = 'set transaction isolation level read committed;\nbegin transaction;';
export const beginSnapshot = 'set transaction isolation level snapshot;\nbegin transaction;';

/** One row with `open_transactions`: 0 where the server has committed. Fails where the transaction has ended before, or cannot be committed. */
export const commit = [
  'if @@trancount <> 1 or xact_state() <> 1 begin',
  "  ;throw 50000, 'The transaction had ended before its commit.', 1;",
  'end;',
  'commit transaction;',
  'select @@trancount as open_transactions;',
].join('\n');

/** Also valid after the server has rolled back. One row with `open_transactions`. */
export const rollback = [
  'if @@trancount > 0 rollback transaction;',
  'set transaction isolation level read committed;',
  'select @@trancount as open_transactions;',
].join('\n');

/** Number of the engine's error for a lock that is not granted; far above the numbers that ERPs use. */
export const lockRefused = 2_000_001_222;

/**
 * Takes the lock of a name until the end of the transaction; waits as long as for any other lock. Names are compared exactly, and two
 * different names never block each other, unlike locks on ranges of keys. No grant is needed.
 */
export const lockName = (resource: string) =>
  [
    'declare @granted int;',
    `exec @granted = sys.sp_getapplock @Resource = ${resource}, @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 5000;`,
    'if @granted < 0 begin',
    `  ;throw ${lockRefused}, 'A lock was not granted: another transaction holds it.', 1;`,
    'end;',
  ].join('\n');

/** Takes the lock of a name; see `lockName`. */
export const mssqlLock = (name: string): BoundStatement => ({ sql: lockName('@p1'), values: [name] });

/** `allowed` is 1 where the database has ALLOW_SNAPSHOT_ISOLATION on. */
export const snapshotAllowed =
  'select snapshot_isolation_state as allowed from sys.databases where database_id = db_id();';

/** @p1: the statement; @p2: the parameters whose types are known, or null. */
export const undeclaredParameters = 'exec sys.sp_describe_undeclared_parameters @tsql = @p1, @params = @p2';

/** @p1: the statement; @p2: its parameters, or null. */
export const firstResultSet = 'exec sys.sp_describe_first_result_set @tsql = @p1, @params = @p2';

/** The same with the tables and columns that the columns show, also through views. */
export const firstResultOrigins = `${firstResultSet}, @browse_information_mode = 1`;

/** Appended to a statement that changes data: its row count, without the rows of triggers. Its semicolon also ends a MERGE, which T-SQL requires. */
export const countOwnRows = '\n;select @@rowcount as engine_affected';
