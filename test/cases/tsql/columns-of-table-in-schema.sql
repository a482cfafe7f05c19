select c.name as name, t.name + case
          when t.name in ('char', 'varchar', 'nchar', 'nvarchar', 'binary', 'varbinary') then '(' + case when c.max_length = -1 then 'max' when t.name like 'n%' then cast(c.max_length / 2 as varchar(9)) else cast(c.max_length as varchar(9)) end + ')'
          when t.name in ('decimal', 'numeric') then concat('(', c.precision, ',', c.scale, ')')
          when t.name in ('datetime2', 'datetimeoffset', 'time') then concat('(', c.scale, ')') else '' end as type,
        cast(c.is_nullable as int) as nullable,
        case when c.default_object_id <> 0 or c.is_identity = 1 or c.is_computed = 1 or t.name = 'timestamp' then 1 else 0 end as filled
        from sys.all_columns as c join sys.types as t on t.user_type_id = c.user_type_id
        where c.object_id = coalesce(object_id(quotename(@p2) + N'.' + quotename(@p1), N'U'), object_id(quotename(@p2) + N'.' + quotename(@p1), N'V')) order by c.column_id
