update [engine_lock] set [claim] = @p1, [owner] = @p2 where [name] = @p3 and [claim] = @p4 and [owner] = @p5
