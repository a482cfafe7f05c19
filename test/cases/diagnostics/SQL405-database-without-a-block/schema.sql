CREATE TABLE orders (id int, no text, customer text, state text, day date, kind int);
