CREATE TABLE payment (id int, invoice int, booked timestamp, day int);
