CREATE TABLE "A & B$Customer" (id INTEGER, name TEXT, branch INTEGER, blocked INTEGER);
INSERT INTO "A & B$Customer" VALUES (1, 'One', 7, 0), (2, 'Two', 8, 0), (3, 'Three', 7, 1);
CREATE TABLE "Other$Customer" (id INTEGER, name TEXT, branch INTEGER, blocked INTEGER);
INSERT INTO "Other$Customer" VALUES (9, 'Nine', 7, 0);
