select c.name as name from sys.all_columns as c where c.object_id = coalesce(object_id(quotename(@p1), N'U'), object_id(quotename(@p1), N'V'))
