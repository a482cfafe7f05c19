select o.name as name from sys.objects as o where o.type in ('U', 'V')
