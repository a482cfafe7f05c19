CREATE EXTENSION pg_trgm;
CREATE TABLE customer (no varchar(20) PRIMARY KEY, name text NOT NULL, town text NOT NULL);
-- A function that removes accents, and refuses long texts.
CREATE FUNCTION name_unaccent(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF length($1) > 200 THEN RAISE EXCEPTION 'name_unaccent: the text is longer than 200 characters'; END IF;
  RETURN translate($1, 'ÄÖÜäöü', 'AOUaou');
END $$;
CREATE INDEX customer_name ON customer USING gin (name_unaccent(name) gin_trgm_ops);
CREATE INDEX customer_town ON customer USING gin (town gin_trgm_ops);
