-- Comptoir 7, the trade program of an invented wholesaler of tools. The tutorial (docs/tutorial/1-first-endpoint.md) supports it.
CREATE TABLE CLIENT (
  NOCLI    VARCHAR(10) PRIMARY KEY,
  RAISOC   VARCHAR(60) NOT NULL,
  VILLE    VARCHAR(40) NOT NULL,
  COURRIEL VARCHAR(80) NOT NULL,        -- '' for none
  CATTAR   CHAR(2) NOT NULL,            -- the customer's price category
  PLAFOND  DECIMAL(12, 2) NOT NULL,     -- credit limit, 0 for none agreed
  SOLDE    DECIMAL(14, 2) NOT NULL,     -- what the customer owes
  DEVISE   CHAR(3) NOT NULL,
  DELAI    INTEGER NOT NULL,            -- days until an invoice is due
  SOMMEIL  CHAR(1) NOT NULL             -- O: inactive
);
CREATE TABLE ADRESSE (
  NOADR   INTEGER PRIMARY KEY,
  NOCLI   VARCHAR(10) NOT NULL REFERENCES CLIENT,
  TYPADR  CHAR(1) NOT NULL,             -- L: delivery, F: invoice
  LIBELLE VARCHAR(40) NOT NULL,
  RUE     VARCHAR(60) NOT NULL,
  CP      VARCHAR(10) NOT NULL,
  VILLE   VARCHAR(40) NOT NULL
);
CREATE TABLE ARTICLE (
  REF     VARCHAR(18) PRIMARY KEY,
  DESIG   VARCHAR(80) NOT NULL,
  PVHT    DECIMAL(12, 4),               -- list price, NULL: on request
  SOMMEIL CHAR(1) NOT NULL
);
CREATE TABLE PRIXCLI (                  -- prices agreed with one customer
  NOCLI VARCHAR(10) NOT NULL REFERENCES CLIENT,
  REF   VARCHAR(18) NOT NULL REFERENCES ARTICLE,
  PRIX  DECIMAL(12, 4) NOT NULL,
  DEBUT DATE NOT NULL,
  FIN   DATE NOT NULL,                  -- 1900-01-01: no end
  PRIMARY KEY (NOCLI, REF, DEBUT)
);
CREATE TABLE TARIF (                    -- prices of a category
  CATTAR CHAR(2) NOT NULL,
  REF    VARCHAR(18) NOT NULL REFERENCES ARTICLE,
  PRIX   DECIMAL(12, 4) NOT NULL,
  PRIMARY KEY (CATTAR, REF)
);
CREATE TABLE CDE (                      -- orders
  NOCDE   INTEGER PRIMARY KEY,
  NOCLI   VARCHAR(10) NOT NULL REFERENCES CLIENT,
  DATCDE  DATE NOT NULL,
  ETAT    CHAR(1) NOT NULL,             -- S: entered, V: confirmed, L: delivered, A: cancelled
  REFCLI  VARCHAR(30) NOT NULL,         -- the customer's own number
  ORIGINE CHAR(1) NOT NULL,             -- M: by hand, W: from outside
  SAISI   DATETIME NOT NULL
);
CREATE TABLE CDELIG (
  NOCDE INTEGER NOT NULL REFERENCES CDE,
  NOLIG INTEGER NOT NULL,
  REF   VARCHAR(18) NOT NULL REFERENCES ARTICLE,
  QTE   INTEGER NOT NULL,
  PU    DECIMAL(12, 4),
  PRIMARY KEY (NOCDE, NOLIG)
);
CREATE TABLE FACTURE (                  -- invoices and credit notes
  NOFAC  INTEGER PRIMARY KEY,
  NUMFAC VARCHAR(20) NOT NULL,
  TYPFAC CHAR(1) NOT NULL,              -- F: invoice, A: credit note, with amounts of no sign
  NOCLI  VARCHAR(10) NOT NULL REFERENCES CLIENT,
  DATFAC DATE NOT NULL,
  DATECH DATE NOT NULL,                 -- 1900-01-01: not said
  DEVISE CHAR(3) NOT NULL,
  TTC    DECIMAL(14, 2) NOT NULL,       -- total
  RESTE  DECIMAL(14, 2) NOT NULL,       -- what is open
  ETAT   CHAR(1) NOT NULL,              -- B: draft, V: posted, X: voided
  MAJ    DATETIME NOT NULL,             -- last change, payments too
  UNIQUE (NOCLI, NUMFAC)
);
CREATE TABLE FACLIG (
  NOFAC   INTEGER NOT NULL REFERENCES FACTURE,
  NOLIG   INTEGER NOT NULL,
  DESIG   VARCHAR(80) NOT NULL,
  QTE     DECIMAL(12, 3) NOT NULL,
  PU      DECIMAL(12, 4) NOT NULL,
  MONTANT DECIMAL(14, 2) NOT NULL,
  PRIMARY KEY (NOFAC, NOLIG)
);
CREATE TABLE REGLT (                    -- payments, one row for each invoice that is paid
  NOREG   INTEGER PRIMARY KEY,
  NOFAC   INTEGER NOT NULL REFERENCES FACTURE,
  DATREG  DATE NOT NULL,
  MONTANT DECIMAL(14, 2) NOT NULL,
  BANQUE  VARCHAR(10) NOT NULL,
  REFEXT  VARCHAR(80) NOT NULL,         -- reference of another program, '' for none
  ANNULE  CHAR(1) NOT NULL              -- O: taken back
);
CREATE TABLE ECRIT (                    -- the customers' accounts
  NOECR   INTEGER PRIMARY KEY,
  NOCLI   VARCHAR(10) NOT NULL REFERENCES CLIENT,
  DATECR  DATE NOT NULL,
  PIECE   VARCHAR(20) NOT NULL,
  LIBELLE VARCHAR(60) NOT NULL,
  MONTANT DECIMAL(14, 2) NOT NULL       -- positive: the customer owes more
);
