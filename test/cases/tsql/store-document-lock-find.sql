select [claim], [owner] from [engine_lock] where [name] = @p1
