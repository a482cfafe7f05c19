CREATE TABLE debtor (id INTEGER, mail TEXT);
INSERT INTO debtor VALUES
  (1, '  ap@acme.example '),
  (2, 'ap@acme.example; ceo@acme.example'),
  (3, 'no address, see file'),
  (4, 'bad@, Müller <ap@müller.example>'),
  (5, ''),
  (6, NULL);
