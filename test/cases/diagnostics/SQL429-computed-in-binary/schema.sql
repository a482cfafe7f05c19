CREATE TABLE payment (id int, invoice int, gross double precision, fee double precision, day date);
