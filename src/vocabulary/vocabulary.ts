/** Meanings of words in table and column names: English, German, French, Spanish, Dutch, and abbreviations of ERPs. */
const table = {
  customer:
    'customer customers client clients cliente clientes kunde kunden kd klant klanten debtor debtors debitor debitoren debiteur debiteuren deudor cust acheteur afnemer konto account cli clt',
  supplier:
    'supplier suppliers vendor lieferant lieferanten kreditor fournisseur proveedor leverancier crediteur fou frs fourn',
  address:
    'address addresses adresse adressen anschrift anschriften direccion direcciones adres addr location standort',
  item: 'item items article articles artikel art articulo articulos product products produkt produkte producto productos produit produits produkten sku goods stockitem',
  price: 'price prices preis preise prix precio precios prijs prijzen vk vkpreis tarif tarifa pu pv',
  list: 'list liste lista lijst',
  order:
    'order orders auftrag auftraege auftr commande commandes pedido pedidos orden bestelling bestellingen cde cdes',
  purchase: 'purchase po bestell bestellung bestellungen einkauf ek achat achats compra compras inkoop',
  sales: 'sales sale verkauf vente ventes venta ventas verkoop so',
  quote: 'quote quotes quotation angebot angebote devis presupuesto offerte',
  invoice:
    'invoice invoices rechnung rechnungen rech rg facture factures factura facturas factuur facturen bill bills beleg belege fac fact',
  credit: 'credit kredit credito krediet gutschrift gutschriften avoir abono creditnota',
  line: 'line lines position positionen pos zeile zeilen ligne lignes linea lineas regel regels detail details row rows lig',
  payment:
    'payment payments zahl zahlung zahlungen paiement paiements reglement pago pagos betaling betalingen receipt receipts cobro cobros zahlungseingang regl reglt regt reglements encaissement encaissements',
  allocation:
    'allocation allocations zuordnung zuordnungen ausgleich ausgleiche imputation asignacion settlement settlements applied afletteren',
  entry:
    'entry entries ledger posting postings journal buchung buchungen ecriture ecritures asiento asientos boeking boekingen statement kontobewegung bewegung bewegungen movement movements op ecr ecrit',
  id: 'id ident uid guid key pk identifier',
  number: 'number no nr num nummer numero nro numer',
  code: 'code kode kuerzel codigo',
  name: 'name name1 firma company nom nombre naam raison razon bezeichnung raisoc raisonsociale rs intitule',
  title:
    'title description desc bezeichnung bez text text1 designation libelle descripcion omschrijving titel beschreibung label matchcode desig design libel',
  label: 'label etikett kurzname alias libelle',
  details: 'details detail notes note langtext longtext remark bemerkung zusatz memo info',
  extra: 'extra additional zusatz street2 line2 strasse2 complement',
  city: 'city town ort stadt ville ciudad plaats poblacion localite gemeinde',
  street: 'street strasse str rue calle straat line1 street1 address1 address via',
  zip: 'zip plz postcode postal postleitzahl cp codepostal postalcode',
  country: 'country land pays pais laender staat iso',
  region: 'region state province bundesland kanton county',
  email: 'email mail emails courriel correo mailadresse e-mail',
  phone: 'phone tel telefon telephone telefono telefoon mobile mobil handy fax gsm',
  contact: 'contact ansprechpartner kontakt contacto contactpersoon firstname lastname vorname nachname surname',
  currency: 'currency waehrung whg devise moneda divisa valuta curr ccy',
  base: 'base basis haus home standard grund default',
  limit: 'limit limite limiet linie maximum max plafond encours',
  balance: 'balance saldo solde saldos outstanding',
  date: 'date datum fecha on am day tag jour dat le ',
  due: 'due faellig faelligkeit echeance vencimiento verval vervaldatum ech',
  issued: 'issued issue ausgestellt erstellt emission emitida',
  ordered: 'ordered bestellt commandee',
  sent: 'sent gesendet eingang received eingegangen erhalten recu recibido ontvangen',
  posted: 'posted gebucht buchungs comptable',
  total: 'total gesamt summe brutto gross ttc totaal sum bruttobetrag endbetrag',
  net: 'net netto ht neto',
  tax: 'tax mwst ust vat tva iva btw steuer',
  amount: 'amount betrag montant importe bedrag value wert mt mnt mont',
  open: 'open offen restant restante pendiente openstaand outstanding unpaid rest remaining reste',
  status: 'status state zustand etat estado statut stand',
  quantity: 'quantity qty menge quantite cantidad aantal anzahl qte',
  unit: 'unit einheit einzel unite unidad eenheid per stueck uom me',
  stock: 'stock lager bestand voorraad',
  pack: 'pack packung verpackung vpe colis',
  changed: 'changed modified updated geaendert aenderung aend modifie modificado gewijzigd lastmod mtime tms write maj',
  created: 'created angelegt anlage cree creado aangemaakt erfasst ctime create saisi saisie',
  active: 'active aktiv actif activo actief enabled inuse',
  blocked: 'blocked gesperrt sperre bloque bloqueado geblokkeerd inactive disabled locked hold sommeil',
  deleted: 'deleted geloescht archived archiviert supprime borrado verwijderd undone cancelled storniert storno voided',
  kind: 'kind type typ art typ tipo genre soort',
  valid: 'valid gueltig valable valido geldig',
  from: 'from von ab de desde vanaf since',
  to: 'to bis until jusqua hasta tot',
  group: 'group gruppe groupe grupo groep category kategorie',
  reference: 'reference ref referenz referencia referentie external extern',
  debit: 'debit soll debito debe',
  bank: 'bank iban bic banque banco kontonummer',
  text: 'text texte texto tekst kommentar comment',
  document: 'document doc beleg dokument documento',
  terms: 'terms konditionen zahlungsziel ziel conditions condiciones',
  range: 'range bereich kreis nummernkreis counter sequence',
  brought: 'brought forward vortrag opening anfang report',
  applied: 'applied zugeordnet',
} as const;

export type Meaning = keyof typeof table;

const meanings = new Map<string, readonly Meaning[]>();
for (const meaning of Object.keys(table)) {
  if (!isMeaning(meaning)) continue;
  for (const word of table[meaning].split(' '))
    meanings.set(word, [...new Set([...(meanings.get(word) ?? []), meaning])]);
}

function isMeaning(text: string): text is Meaning {
  return Object.hasOwn(table, text);
}

/** The possible meanings of a word; empty if unknown. */
export const meaningsOf = (word: string): readonly Meaning[] => meanings.get(word) ?? [];

/** Linking letters between the parts of a compound: KUNDENNR, RECHNUNGSDATUM. */
const joints = ['', 's', 'n', 'en', 'es'];

/** Splits a compound into known words; undefined if that is not possible. The split with the fewest parts wins. */
export function splitCompound(word: string): readonly string[] | undefined {
  if (meanings.has(word)) return [word];
  let best: readonly string[] | undefined;
  for (let length = word.length - 2; length >= 2; length--) {
    const head = word.slice(0, length);
    if (!meanings.has(head)) continue;
    for (const joint of joints) {
      if (!word.startsWith(joint, length)) continue;
      const rest = word.length > length + joint.length ? splitCompound(word.slice(length + joint.length)) : undefined;
      if (rest !== undefined && (best === undefined || rest.length + 1 < best.length)) best = [head, ...rest];
    }
  }
  return best;
}
