/** Columns that say when a row was entered or changed, and by whom. */

/** Names of such columns: `create_date`, `mtime`, `last_update`. */
export const auditName = /creat|chang|modif|updat|insert|enter|edit|writ|mtime|itime|tms|stamp|last|import|sync/i;
