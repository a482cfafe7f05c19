CREATE TABLE orders (id integer GENERATED ALWAYS AS IDENTITY, made timestamp, ref text);
CREATE PROCEDURE put_order(reference text, made timestamp, OUT error integer, OUT reason text) LANGUAGE plpgsql AS
'BEGIN INSERT INTO orders (ref, made) VALUES (reference, made); error := 0; END';
CREATE PROCEDURE put_line(order_id integer, sku text) LANGUAGE SQL AS 'SELECT 1';
