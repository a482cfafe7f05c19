select datediff_big(millisecond, '19700101', sysutcdatetime()) as [now]
