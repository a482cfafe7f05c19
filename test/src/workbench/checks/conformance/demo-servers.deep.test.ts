import { hasMssql, hasMysql } from '../../../../support/dialects.ts';
import { conformanceOfDemo } from './demo.ts';

conformanceOfDemo('postgres');
// In this file, since one of their own would be empty where there is no such server.
if (hasMysql) conformanceOfDemo('mysql');
if (hasMssql) conformanceOfDemo('mssql');
