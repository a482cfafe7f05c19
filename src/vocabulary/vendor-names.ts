/**
 * Names of tables and columns that only a vendor's documentation explains, in plain words. A table has an entry only where a public source
 * says what it contains.
 */

/** The tables of one vendor, in lower case. */
export interface VendorNames {
  readonly vendor: string;
  /** Where the names are explained. */
  readonly sources: readonly string[];
  readonly tables: Readonly<
    Record<string, { readonly name: string; readonly columns: Readonly<Record<string, string>> }>
  >;
}

export const vendorNames: readonly VendorNames[] = [
  {
    vendor: 'SAP ERP',
    sources: [
      'https://datapanda.eu/en/sap/table/KNA1',
      'https://summit-bi.com/resources/sap-reference/tables/VBRK',
      'https://www.sapdatasheet.org/abap/tabl/sapi_so_header.html',
      'https://www.scribd.com/document/6783553/SAP-Tables',
    ],
    tables: {
      kna1: {
        name: 'customers',
        columns: {
          kunnr: 'customer number',
          name1: 'name',
          ort01: 'city',
          pstlz: 'zip',
          stras: 'street',
          land1: 'country',
        },
      },
      mara: { name: 'items', columns: { matnr: 'item number' } },
      makt: { name: 'item texts', columns: { matnr: 'item number', maktx: 'text' } },
      vbak: {
        name: 'sales orders',
        columns: { vbeln: 'order number', audat: 'document date', kunnr: 'customer number', auart: 'kind' },
      },
      vbap: {
        name: 'sales order lines',
        columns: {
          vbeln: 'order number',
          posnr: 'line number',
          matnr: 'item number',
          kwmeng: 'order quantity',
          arktx: 'text',
        },
      },
      vbrk: {
        name: 'sales invoices',
        columns: {
          vbeln: 'invoice number',
          fkdat: 'invoice date',
          kunag: 'customer number',
          waerk: 'currency',
          netwr: 'net amount',
          fkart: 'kind',
        },
      },
    },
  },
  {
    vendor: 'Sage 100 (France)',
    // Customers and suppliers are in one table, and all documents of sales and purchases are in another.
    sources: ['https://fr.scribd.com/document/478566580/Sage-100c-Structure-des-fichiers'],
    tables: {
      f_comptet: {
        name: 'parties',
        columns: {
          ct_num: 'party number',
          ct_intitule: 'name',
          ct_ville: 'city',
          ct_codepostal: 'zip',
          ct_type: 'kind',
        },
      },
      f_article: { name: 'items', columns: { ar_ref: 'item number', ar_design: 'title' } },
      f_docentete: {
        name: 'documents',
        columns: { do_piece: 'document number', do_tiers: 'party', do_date: 'document date' },
      },
    },
  },
];
