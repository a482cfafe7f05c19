CREATE TABLE doc (id integer PRIMARY KEY, cents bigint);
CREATE TABLE payment (id serial PRIMARY KEY, ref text, cents bigint, invoice integer, paid date);
