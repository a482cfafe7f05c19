/**
 * Meanings of words in table and column names: English, German, French, Spanish, Dutch and Italian, and abbreviations of ERPs. Words are
 * without accents (`ae` for `ä`), in lower case. A word may have several meanings.
 */
export const wordsByMeaning = {
  customer:
    'customer customers client clients cliente clientes clienti kunde kunden kd klant klanten debtor debtors debitor debitoren debiteur debiteuren deudor deudores debitore debitori cust acheteur afnemer cli clt buyer shopper',
  party:
    'party parties partner partners bpartner bpartners relation relatie relaties tiers thirdparty societe soc anagrafica anagra tercero terceros geschaeftspartner adresse adressen person persons persona entity entities',
  account: 'account accounts konto konten compte comptes cuenta cuentas conto conti rekening rekeningen acct acc',
  supplier:
    'supplier suppliers vendor vendors lieferant lieferanten kreditor kreditoren fournisseur fournisseurs proveedor proveedores leverancier leveranciers crediteur crediteuren fornitore fornitori fou frs fourn prov creditor creditors payable payables ap ven',
  address:
    'address addresses adresse adressen anschrift anschriften direccion direcciones adres addr indirizzo indirizzi location locations standort site sites branch branches filiale filialen shipto deliveryaddress',
  item: 'item items article articles artikel art articulo articulos articolo articoli product products produkt produkte producto productos produit produits prodotto prodotti produkten sku goods stockitem material materials ware waren part parts prod',
  price:
    'price prices preis preise prix precio precios prijs prijzen prezzo prezzi vk vkpreis tarif tarifa tarifas tariffa pu pv pvp pricing',
  list: 'list liste lista lijst listino listini pricelist',
  order:
    'order orders ord ords auftrag auftraege auftr commande commandes pedido pedidos orden ordenes bestelling bestellingen ordine ordini cde cdes so salesorder salesorders',
  purchase:
    'purchase purchases po bestell bestellung bestellungen einkauf ek achat achats compra compras inkoop acquisto acquisti lpo buying',
  sales: 'sales sale sell verkauf vente ventes venta ventas verkoop vendita vendite so selling',
  quote:
    'quote quotes quotation quotations angebot angebote devis presupuesto presupuestos offerte offertes preventivo preventivi estimate estimates proforma',
  invoice:
    'invoice invoices rechnung rechnungen rech rg facture factures factura facturas factuur facturen fattura fatture bill bills beleg belege fac fact inv invc',
  credit:
    'credit credits kredit credito krediet fido gutschrift gutschriften avoir avoirs abono abonos creditnota creditnote',
  recurring:
    'recurring recurrent wiederkehrend abo subscription subscriptions template templates vorlage vorlagen modele plantilla',
  delivery:
    'delivery deliveries shipment shipments shipping shipped dispatch despatch lieferung lieferungen lieferschein livraison bon albaran albaranes levering leveringen zending consegna ddt packing',
  line: 'line lines position positionen pos zeile zeilen ligne lignes linea lineas righe riga regel regels detail details det row rows lig',
  head: 'display head header headers kopf entete cabecera testata testate kop master mst main stamm maestro hdr hd',
  payment:
    'payment payments zahl zahlung zahlungen paiement paiements reglement pago pagos betaling betalingen pagamento pagamenti incasso incassi receipt receipts cobro cobros zahlungseingang zahlungseingaenge regl reglt regt reglements encaissement encaissements rcpt pay pmt remittance',
  allocation:
    'allocation allocations alloc allocs allocns allocn zuordnung zuordnungen ausgleich ausgleiche imputation imputations asignacion settlement settlements applied application applications afletteren lettrage reconciliation reconcile abbinamento',
  entry:
    'entry entries ledger posting postings journal buchung buchungen ecriture ecritures asiento asientos boeking boekingen registrazione registrazioni statement kontobewegung bewegung bewegungen movement movements movimento movimenti move moves op offeneposten partita partite ecr ecrit trans tran transaction transactions trx posten',
  receivable: 'receivable receivables ar forderung forderungen debiteurenpost openstaande crediti',
  id: 'id ident uid guid uuid key pk identifier rowid sysid schluessel',
  fk: 'fk',
  number: 'number no nr num nummer numero nro numer numdoc nbr belegnr docno',
  code: 'code sku kode kuerzel codigo codice codes cod cd',
  name: 'name name1 firma company nom nombre naam nome raison razon razonsocial ragione sociale social bezeichnung raisoc raisonsociale rs intitule displayname fullname legalname companyname clientname busname business',
  title:
    'title description desc descr descri descrip bezeichnung bez text text1 designation libelle descripcion omschrijving descrizione titel titolo beschreibung label matchcode desig design libel',
  short: 'short kurz kurzname court corto kort breve alias abbrev abbreviation search suchname suchbegriff zoeknaam',
  label: 'label etikett kurzname alias libelle etiqueta etichetta',
  details:
    'details detail notes note langtext longtext remark remarks bemerkung zusatz memo info observaciones opmerking osservazioni longdescription comments internal',
  extra: 'extra additional zusatz street2 line2 strasse2 complement adresszusatz address2 add2 addr2 toevoeging',
  city: 'city town ort stadt ville ciudad plaats poblacion localite gemeinde citta comune localita woonplaats suburb',
  street:
    'street strasse str rue calle straat line1 street1 address1 address via strada addressline1 addr1 add1 adresse1 indirizzo direccion anschrift adresse adres',
  zip: 'zip zipcode plz postcode postal postleitzahl cp codepostal postalcode cap pcode',
  country: 'country countries land pays pais laender staat iso nazione paese countrycode landcode',
  region: 'region state province bundesland kanton county provincia provincie departement prov',
  email: 'email mail emails courriel correo mailadresse e-mail emailaddress posta pec',
  phone:
    'phone tel telefon telephone telefono telefoon mobile mobil handy fax gsm cellulare phoneno telefono1 telefono2 telefax phone1 phone2',
  contact:
    'contact contacts ansprechpartner kontakt kontakte contacto contactos contactpersoon contatto contatti firstname lastname vorname nachname surname attention attn salesperson salesman seller',
  currency: 'currency currencies waehrung whg devise devises moneda divisa valuta curr ccy waers currcode currencycode',
  base: 'base basis haus home standard grund default local',
  rate: 'rate kurs taux tasa koers cambio tasso fx exchange exchangerate',
  limit: 'limit limite limiet linie maximum max plafond encours massimo lim',
  balance: 'balance saldo solde saldos outstanding saldi bal',
  date: 'date datum fecha on am day tag jour dat le data dte dt giorno dag',
  due: 'due faellig faelligkeit echeance vencimiento verval vervaldatum scadenza ech duedate maturity',
  issued: 'issued issue ausgestellt erstellt emission emitida emissione uitgegeven',
  ordered: 'ordered bestellt commandee ordinato besteld',
  requested: 'requested wunsch wanted required expected gewuenscht prevista promised requireddate eta planned',
  sent: 'sent gesendet eingang received eingegangen erhalten recu recibido ontvangen ricevuto inviato verzonden',
  posted: 'posted gebucht buchungs comptable contabile geboekt registrato registration',
  total: 'total totals gesamt summe brutto gross ttc totaal sum bruttobetrag endbetrag totale grand',
  net: 'net netto ht neto imponibile netamount subtotal untaxed excl pretax',
  tax: 'tax taxes mwst ust vat tva iva btw steuer gst salestax taxamount',
  cost: 'provision commission cost costs kosten coste costo cout freight fracht porto handling insurance',
  discount: 'discount discounts rabatt remise descuento korting sconto disc skonto rebate',
  amount: 'amount amounts betrag montant importe bedrag importo import imp value wert mt mnt mont amt',
  open: 'open offen restant restante pendiente openstaand outstanding unpaid rest remaining reste residuo residual aperto openamount',
  paid: 'paid bezahlt paye payee pagado pagada betaald pagato pagata settled paidamount',
  status: 'status state zustand etat estado statut stand stato stadio phase docstatus',
  quantity: 'quantity qty menge quantite cantidad aantal anzahl qte quantita quanti qtyordered pieces stueckzahl',
  unit: 'unit einheit einzel unite unidad eenheid per stueck uom me unitaire unitario unita um',
  stock: 'stock lager bestand voorraad magazzino giacenza warehouse almacen entrepot',
  pack: 'pack packung verpackung vpe colis',
  changed:
    'changed modified updated geaendert aenderung aend modifie modificado gewijzigd modificato modifica lastmod mtime tms write maj amendment lastmodified lastupdate lastupdated changedate sysmodified',
  created:
    'created angelegt anlage cree creado aangemaakt creato erfasst ctime create saisi saisie inserted entered entrydate added datec',
  active: 'active aktiv actif activo actief attivo enabled inuse tosell salable isactive onsale saleable',
  blocked:
    'blocked gesperrt sperre bloque bloqueado geblokkeerd bloccato inactive disabled locked hold sommeil inaktiv inaktief suspended sperren',
  discontinued:
    'discontinued obsolete auslauf auslaufartikel ausgelaufen eingestellt obsoleto descatalogado uitlopend vervallen',
  deleted:
    'deleted geloescht archived archiviert supprime borrado verwijderd eliminato cancellato trashed delflag deletion',
  voided:
    'voided void cancelled canceled undone storniert storno reversed annulled annule annulee anulado anulada annullato geannuleerd',
  draft: 'draft drafts entwurf brouillon borrador bozza',
  kind: 'kind type typ art tipo genre soort',
  valid: 'valid gueltig valable valido geldig effective effettivo',
  from: 'from von ab de desde vanaf since dal start begin beginning startdate',
  to: 'to bis until jusqua hasta tot end enddate fino expiry expires expiration',
  group:
    'group gruppe groupe grupo groep gruppo category categories kategorie categoria categorie class klasse classification classifications',
  reference:
    'reference ref referenz referencia referentie riferimento external extern externe esterno esterna externo externa referenceno',
  debit: 'debit soll debito debe dare debet',
  bank: 'bank iban bic banque banco banca kontonummer banking',
  text: 'text texte texto tekst testo kommentar comment comments',
  document: 'document documents doc docs beleg dokument documento documenti stuk piece vorgang documentno docno docnum',
  terms:
    'terms term konditionen zahlungsziel ziel conditions condiciones condizioni voorwaarden zahlungsweise zahlungsbedingungen',
  range: 'range bereich kreis nummernkreis counter sequence sequences serie numbering',
  brought: 'brought forward vortrag opening anfang report apertura riporto',
  company:
    'company companies mandant mandanten firma firmen entity bukrs empresa empresas azienda aziende administratie companyid tenant organization org mandt division buchungskreis',
  history:
    'history historical historie historique historial storico archive arch archiv log logs audit backup bak old alt temp tmp protokoll import export session queue draft drafts cache',
  user: 'user users benutzer utilisateur usuario utente gebruiker employee employees mitarbeiter',
  setting:
    'setting settings config configuration option options preference preferences parameter parameters defaults einstellung einstellungen',
  translation: 'translation translations uebersetzung trl i18n lang language sprache',
  project: 'project projects projekt projekte projet proyecto progetto task tasks',
  measure:
    'weight weights gewicht poids peso pesos volume volumen laenge length longueur lunghezza longitud breite width largeur larghezza hoehe height hauteur altezza kg',
  cents: 'cents centimes centimos minor pennies pence',
  ratio: 'percent percentage prozent pourcentage porcentaje pct ratio factor faktor',
} as const;

export type Meaning = keyof typeof wordsByMeaning;
