CREATE TABLE orders (ref TEXT CHECK (length(ref) <= 30));
