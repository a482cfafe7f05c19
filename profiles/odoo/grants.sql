-- A login that may only read what the profile reads. Run the first statement as a superuser: the role of Odoo may not create roles (CREATEROLE). Run the
-- others as the owner of Odoo's database. Names of login and database are yours to choose.
-- CONNECTION LIMIT: 10 for each process of the service (`limits.connections` of the source), twice that during a restart, and a few for `engine check`.
-- On 16 and 17 also: GRANT SELECT ON ir_property TO middleware;
CREATE ROLE middleware LOGIN PASSWORD 'choose-one' CONNECTION LIMIT 25;
GRANT CONNECT ON DATABASE odoo TO middleware;
GRANT USAGE ON SCHEMA public TO middleware;
GRANT SELECT ON ir_module_module, ir_model_fields, ir_default, decimal_precision, res_currency, res_currency_rate, res_company,
  res_country, res_country_state, res_country_res_country_group_rel, res_partner, uom_uom, product_category, product_template, product_product,
  product_attribute_value, product_template_attribute_value, product_variant_combination, product_pricelist,
  res_country_group_pricelist_rel, product_pricelist_item, sale_order, sale_order_line, account_journal, account_payment_method,
  account_payment_method_line, account_account, account_move, account_move_line, account_partial_reconcile, account_payment TO middleware;
GRANT SELECT (id, login) ON res_users TO middleware; -- the table holds digests of passwords, too
