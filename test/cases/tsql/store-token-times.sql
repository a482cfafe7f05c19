select [name], [written] from [engine_token]
