CREATE TABLE orders (id integer GENERATED ALWAYS AS IDENTITY, made timestamp, ref text);
CREATE PROCEDURE put_order(ref text) LANGUAGE SQL AS 'INSERT INTO orders (ref) VALUES (ref)';
CREATE PROCEDURE put_line(a integer) LANGUAGE SQL AS 'SELECT 1';
CREATE PROCEDURE put_line(a text) LANGUAGE SQL AS 'SELECT 1';
