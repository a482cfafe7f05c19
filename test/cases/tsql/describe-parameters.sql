exec sys.sp_describe_undeclared_parameters @tsql = @p1, @params = @p2
