insert into [engine_company_change] ([id], [revision]) values (@p1, 1)
