select [name] as [name], [entry] as [entry], [api_keys] as [keys], [variables] as [variables], [state] as [state], [revision] as [revision], [changed_at] as [changedAt] from [engine_company]
