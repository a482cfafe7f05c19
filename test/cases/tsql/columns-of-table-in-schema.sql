select c.name as name from sys.all_columns as c where c.object_id = coalesce(object_id(quotename(@p2) + N'.' + quotename(@p1), N'U'), object_id(quotename(@p2) + N'.' + quotename(@p1), N'V'))
