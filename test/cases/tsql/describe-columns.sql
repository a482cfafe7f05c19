exec sys.sp_describe_first_result_set @tsql = @p1, @params = @p2
