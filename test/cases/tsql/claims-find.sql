select object_id(@p1, N'U') as found
