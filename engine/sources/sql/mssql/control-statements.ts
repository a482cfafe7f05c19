/** The T-SQL that the engine writes itself: sessions, transactions, locks and descriptions. For SQL Server 2012 and later. */
import type { BoundStatement } from '../../source.ts';

/**
 * Once for each connection. Every error ends the whole transaction; a lock is waited for five seconds; texts are read as
 * dates by the year first, whatever the language of the login; row counts of triggers are not sent.
 */
export const sessionSettings = [
  'set xact_abort on;',
  'set nocount on;',
  'set lock_timeout 5000;',
  'set dateformat ymd;',
  'set transaction isolation level read committed;',
].join('\n');

/** Where two transactions wait for each other, the ERP's own goes on. */
export const readerSettings = 'set deadlock_priority low;';

export const begin = 'set transaction isolation level read committed;\nbegin transaction;';
export const beginSnapshot = 'set transaction isolation level snapshot;\nbegin transaction;';

/** One row with `open_transactions`: 0 where the server has committed. Fails where the transaction had ended, or cannot be committed. */
export const commit = [
  'if @@trancount <> 1 or xact_state() <> 1 begin',
  "  ;throw 50000, 'The transaction had ended before its commit.', 1;",
  'end;',
  'commit transaction;',
  'select @@trancount as open_transactions;',
].join('\n');

/** Also right where the server has already rolled back. One row with `open_transactions`. */
export const rollback = [
  'if @@trancount > 0 rollback transaction;',
  'set transaction isolation level read committed;',
  'select @@trancount as open_transactions;',
].join('\n');

/** Number of the engine's own error for a lock that is not granted, out of the way of those that an ERP raises. */
export const lockRefused = 2_000_001_222;

/**
 * Waits for the lock of a name until the end of the transaction, as long as for any other lock. Names are compared exactly, and
 * two of them never wait for each other, which ranges of keys would. Every login may take one.
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

/** `allowed` is 1 where the database keeps versions of rows for snapshots. */
export const snapshotAllowed =
  'select snapshot_isolation_state as allowed from sys.databases where database_id = db_id();';

/** @p1: the statement; @p2: the parameters whose types are known, or null. */
export const undeclaredParameters = 'exec sys.sp_describe_undeclared_parameters @tsql = @p1, @params = @p2';

/** @p1: the statement; @p2: its parameters, or null. */
export const firstResultSet = 'exec sys.sp_describe_first_result_set @tsql = @p1, @params = @p2';

/** Added to a statement that changes data: its own count, without what triggers did. Also ends a MERGE as T-SQL wants it. */
export const countOwnRows = '\n;select @@rowcount as engine_affected';
