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
  {
    vendor: 'SoftM Suite',
    // The names in the source are German; a customer may get the goods or the invoice.
    sources: ['https://github.com/hudora/huSoftM/blob/eca35d2c/husoftm2/fields.py'],
    tables: {
      xkd00: {
        name: 'customers',
        columns: {
          kdkdnr: 'customer number',
          kdname: 'name',
          kdstr: 'street',
          kdplz: 'zip',
          kdort: 'city',
          kdemal: 'email',
          kddter: 'created date',
          kddtae: 'changed date',
        },
      },
      xar00: { name: 'items', columns: { arartn: 'item number', arbez1: 'title', arprev: 'list price' } },
      aak00: {
        name: 'sales orders',
        columns: { akaufn: 'order number', akkdnr: 'customer number', aknrkd: 'customer order number', akaufa: 'kind' },
      },
      aap00: {
        name: 'sales order lines',
        columns: { apaufn: 'order number', apartn: 'item number', apmng: 'order quantity', apprev: 'sales price' },
      },
      afk00: {
        name: 'sales invoices',
        columns: { fkrgnr: 'invoice number', fkkdrg: 'customer number', fkwsl: 'currency', fknett: 'net amount' },
      },
      afu00: {
        name: 'sales invoice lines',
        columns: { furgnr: 'invoice number', fuartn: 'item number', fumng: 'quantity' },
      },
    },
  },
  {
    vendor: 'JD Edwards EnterpriseOne',
    // Customers, suppliers and employees are in one address book. Days are Julian numbers, so that no column is named as a date.
    sources: [
      'https://docs.oracle.com/cd/E16582_01/doc.91/e15131/tables_used_by_proc_mgmnt.htm',
      'https://docs.oracle.com/en/applications/jd-edwards/cross-product/9.2/eoatp/sales-order-detail-file-f4211-and-sales-order-header-file-f4201.html',
      'https://jde.erpref.com/?schema=920&system=&table=F4314Z',
    ],
    tables: {
      f0101: { name: 'parties', columns: { aban8: 'party number' } },
      f4101: { name: 'items', columns: {} },
      f4201: { name: 'sales orders', columns: { shdoco: 'order number' } },
      f4211: {
        name: 'sales order lines',
        columns: { sddoco: 'order number', sddoc: 'invoice number', sdaexp: 'line amount' },
      },
      f03b11: { name: 'customer entries', columns: {} },
    },
  },
  {
    vendor: 'Sage 50 (United Kingdom)',
    // AUDIT_HEADER has the transactions of sales, purchases and banks.
    sources: [
      'https://docs.prospect365.com/en/articles/12033617-full-integration-capabilities-of-the-sage-50',
      'https://docs.zynk.com/workflow/developers/sage-50-uk-schema/sage-50-uk-audit_header-columns.html',
    ],
    tables: {
      sales_ledger: {
        name: 'customers',
        columns: { account_ref: 'customer number', address_1: 'street', address_5: 'zip', account_on_hold: 'blocked' },
      },
      audit_header: {
        name: 'entries',
        columns: {
          tran_number: 'entry number',
          inv_ref: 'invoice reference',
          gross_amount: 'total amount',
          outstanding: 'open amount',
          deleted_flag: 'deleted',
        },
      },
    },
  },
  {
    vendor: 'Microsoft Dynamics AX',
    sources: [
      'https://msdn.microsoft.com/en-us/library/custtable.aspx',
      'https://msdn.microsoft.com/en-us/library/custtrans.aspx',
      'http://msdn.microsoft.com/en-us/library/gg942113(v=ax.60)',
    ],
    tables: {
      custtable: { name: 'customers', columns: { accountnum: 'customer number' } },
      custtrans: { name: 'customer entries', columns: { accountnum: 'customer number' } },
      custinvoicejour: { name: 'sales invoices', columns: {} },
    },
  },
];
