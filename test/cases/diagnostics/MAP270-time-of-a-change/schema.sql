CREATE TABLE invoice (id integer PRIMARY KEY, doc_no text, customer text, issued date, currency text, total numeric, state text,
  stamp bigint, changed timestamptz, time_no integer);
