select p.name, type_name(p.system_type_id) as type, p.max_length as size, p.precision, p.scale, p.is_output,
  has_perms_by_name(@p1, 'OBJECT', 'EXECUTE') as granted
from sys.objects as o
left join sys.parameters as p on p.object_id = o.object_id and p.parameter_id > 0
where o.object_id = object_id(@p1) and o.type in ('P', 'PC', 'X')
order by p.parameter_id
