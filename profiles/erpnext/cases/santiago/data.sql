-- A site whose number format has no decimals.
SET NAMES utf8mb4;
INSERT INTO `tabSingles` (doctype, field, value) VALUES ('System Settings', 'time_zone', 'America/Santiago'), ('System Settings', 'number_format', '#.###');
INSERT INTO tabCurrency (name, enabled) VALUES ('CLP', 1), ('EUR', 1);
INSERT INTO tabUOM (name, enabled, must_be_whole_number) VALUES ('Nos', 1, 1);
INSERT INTO tabCompany (name, default_currency, default_income_account, cost_center) VALUES ('Santiago Maderas', 'CLP', 'Sales', 'Main');
INSERT INTO tabCustomer (name, customer_name) VALUES ('C-1', 'Maderas Ltda.');
