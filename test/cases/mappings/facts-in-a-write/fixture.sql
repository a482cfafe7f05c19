-- Version 9, with a log, without periods.
CREATE TABLE AC_orders (id INTEGER PRIMARY KEY, ref TEXT UNIQUE, created TEXT, branch TEXT);
CREATE TABLE AC_log (order_id INTEGER);
CREATE TABLE line (order_id INTEGER, sku TEXT, qty INTEGER);
