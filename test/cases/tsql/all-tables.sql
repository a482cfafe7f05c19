select name as name from sys.objects where type in ('U', 'V') order by name
