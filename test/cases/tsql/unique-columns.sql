select i.name as [set], col_name(k.object_id, k.column_id) as name from sys.indexes as i
        join sys.index_columns as k on k.object_id = i.object_id and k.index_id = i.index_id
        where i.is_unique = 1 and i.has_filter = 0 and k.is_included_column = 0 and i.object_id = object_id(quotename(@p1), N'U') order by i.name, k.key_ordinal
