select [id] as [id], [endpoint] as [endpoint], [natural_key] as [naturalKey], [payload] as [payload], [result] as [result], [created_at] as [createdAt] from [engine_claims] where [id] = @p1
