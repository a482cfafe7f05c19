"""What Tryton's own classes say about every record: one JSON object on each line, with path, request and answer in the contract's terms.

Arguments: the configuration file of trytond, the database, the login of the user of the profile. Nothing is written.
"""
import json
import math
import sys
from decimal import Decimal

from trytond.config import config

config_file, database, login = sys.argv[1:]
config.update_etc(config_file)

from trytond.pool import Pool
from trytond.transaction import Transaction

Pool.start()
pool = Pool(database)
pool.init()


def opinion(path, request, **answer):
    print(json.dumps({'path': path, 'request': request, 'answer': answer}, default=plain))


def plain(value):
    return format(value, 'f') if isinstance(value, Decimal) else str(value)


def number(value):
    """A quantity, which Tryton keeps as a binary fraction."""
    return format(Decimal(str(value)), 'f')


ORDERS = {'draft': 'draft', 'quotation': 'quotation', 'confirmed': 'authorised', 'processing': 'processing', 'done': 'done',
          'cancelled': 'cancelled'}
PURCHASES = {'draft': 'open', 'quotation': 'open', 'confirmed': 'accepted', 'processing': 'accepted', 'done': 'closed',
             'cancelled': 'cancelled'}
INVOICES = {'posted': 'authorised', 'paid': 'paid', 'cancelled': 'voided'}


def customers(company):
    companies = pool.get('company.company').search([])
    return pool.get('party.party').search([('id', 'not in', [one.party.id for one in companies])])


def catalogue(company, parties):
    opinion('/catalog/customers/search', {'query': '', 'limit': 500}, hits=[
        {'erpId': str(party.id), 'erpName': party.rec_name,
         **{'city': address.city for address in reversed(party.addresses) if address.city}}
        for party in sorted(parties, key=lambda party: party.rec_name.lower())])
    for party in parties:
        hits = []
        for address in sorted(party.addresses, key=lambda address: address.id):
            for kind, mark in (('billing', 'invoice'), ('shipping', 'delivery')):
                if getattr(address, mark) or not any(getattr(other, mark) for other in party.addresses):
                    hits.append({'erpLocationId': str(address.id), 'erpLabel': address.party_name or address.name or party.rec_name,
                                 'addressKind': kind})
        opinion('/catalog/customers/addresses', {'customerId': str(party.id)}, hits=hits)


def products():
    found = pool.get('product.product').search([('template.salable', '=', True), ('template.active', '=', True)])
    return [product for product in found if product.code]


def articles(found):
    def hit(product):
        return {'erpSku': product.code, 'erpDesc': product.name, 'erpProductId': str(product.id)}
    opinion('/catalog/products/search', {'query': '', 'limit': 500},
            hits=[hit(product) for product in sorted(found, key=lambda product: (product.name.lower(), product.id))])
    for product in found:
        starts = [other for other in found if other.code.lower().startswith(product.code.lower())]
        starts.sort(key=lambda other: (other.code.lower() != product.code.lower(), other.code.lower()))
        opinion('/catalog/products/by-sku', {'sku': product.code}, hits=[hit(other) for other in starts])


def prices(company, parties, found):
    """The price that Tryton fills in when a person orders one piece today."""
    Sale, Line = pool.get('sale.sale'), pool.get('sale.line')
    for party in parties:
        sale = Sale(party=party, company=company, currency=company.currency)
        sale.invoice_party = sale.shipment_party = sale.payment_term = sale.price_list = None
        sale.sale_date = None
        sale.on_change_party()
        for product in found:
            line = Line(sale=sale, company=company, product=product, quantity=1, type='line', unit=None, taxes=[])
            line.on_change_product()
            opinion('/pricing/resolve', {'customerErpId': str(party.id), 'productErpId': str(product.id)},
                    systemUnitPrice=line.unit_price,
                    source=f'price list {sale.price_list.name}' if sale.price_list else 'list price')


def credit(company, parties):
    for party in parties:
        opinion('/credit/customer', {'customerErpId': str(party.id)}, creditLimit=party.credit_limit_amount,
                creditUsed=party.credit_amount, currency=company.currency.code)


def day_of(sale, zone):
    import datetime
    if sale.sale_date:
        return sale.sale_date
    return sale.create_date.replace(tzinfo=datetime.timezone.utc).astimezone(zone).date()


def orders(company, parties, found):
    from zoneinfo import ZoneInfo
    zone = ZoneInfo(company.timezone)
    sales = pool.get('sale.sale').search([('company', '=', company.id)])
    sales.sort(key=lambda sale: (day_of(sale, zone), sale.id), reverse=True)

    def answers(some):
        newest = [(sale, {'customerErpId': str(sale.party.id), 'orderDate': str(day_of(sale, zone))}) for sale in some]
        return (
            [{'erpSoId': str(sale.id), 'soNumber': sale.number or f'({sale.id})', 'status': ORDERS[sale.state], **more}
             for sale, more in newest],
            [{'erpPoId': str(sale.id), 'poNumber': sale.reference, 'status': PURCHASES[sale.state], **more}
             for sale, more in newest if sale.reference])

    for party in (None, *parties):
        request = {'limit': 100, **({} if party is None else {'customerErpId': str(party.id)})}
        sales_orders, purchase_orders = answers([sale for sale in sales if party in (None, sale.party)])
        opinion('/sales-orders/list', request, orders=sales_orders[:100])
        opinion('/purchase-orders/list', request, orders=purchase_orders[:100])
    Uom = pool.get('product.uom')
    for party in parties:
        for product in found:
            units = sum((
                Uom.compute_qty(line.unit, line.quantity, product.sale_uom, round=False)
                for sale in sales if sale.party == party and sale.state in ('confirmed', 'processing', 'done')
                for line in sale.lines if line.product == product), 0)
            opinion('/sales-orders/usage', {'customerErpId': str(party.id), 'sku': product.code, 'periodStart': '2025-01-01'},
                    units=max(0, math.ceil(round(units, 6))))


def due_of(invoice):
    days = [line.maturity_date for line in invoice.lines_to_pay if line.maturity_date]
    still = [line.maturity_date for line in invoice.lines_to_pay if line.maturity_date and not line.reconciliation]
    return min(still) if still else max(days) if days else invoice.invoice_date


def in_currency(invoice, line):
    """The amount of an entry in the currency of the invoice, as `amount_to_pay` computes it."""
    if line.second_currency and line.second_currency == invoice.currency:
        return line.amount_second_currency
    with Transaction().set_context(date=invoice.currency_date):
        return pool.get('currency.currency').compute(invoice.company.currency, line.debit - line.credit, invoice.currency)


def invoices(company, parties):
    Invoice = pool.get('account.invoice')
    found = Invoice.search([('type', '=', 'out'), ('company', '=', company.id), ['OR', ('state', 'in', ['posted', 'paid']),
                            [('state', '=', 'cancelled'), ('move', '!=', None)]]], order=[('id', 'ASC')])
    rows = []
    for invoice in found:
        both = {'erpInvoiceId': str(invoice.id), 'invoiceNumber': invoice.number, 'issueDate': str(invoice.invoice_date),
                'dueDate': str(due_of(invoice)), 'currency': invoice.currency.code, 'amountTotal': invoice.total_amount}
        rows.append((invoice, both))
    opinion('/invoices/list', {}, invoices=[
        {**both, 'erpDebtorId': str(invoice.party.id), 'debtorName': invoice.party.rec_name, 'status': INVOICES[invoice.state].upper(),
         'amountOutstanding': invoice.amount_to_pay,
         'lines': [{'quantity': number(line.quantity), 'unitPrice': line.unit_price, 'amount': line.amount,
                    'description': line.description or (line.product.name if line.product else line.account.name)}
                   for line in invoice.lines if line.type == 'line']}
        for invoice, both in rows])
    for party in parties:
        own = [(invoice, both) for invoice, both in rows if invoice.party == party]
        own.sort(key=lambda pair: (pair[0].invoice_date, pair[0].id), reverse=True)
        opinion('/customer-invoices/list', {'customerErpId': str(party.id), 'limit': 100}, invoices=[
            {**both, 'customerErpId': str(party.id), 'status': INVOICES[invoice.state], 'amountOpen': invoice.amount_to_pay}
            for invoice, both in own[:100]])
    payments(found)


def payments(found):
    """The entries that pay an invoice: those of the button Pay, and those that somebody has reconciled with it alone."""
    rows = {}
    for invoice in found:
        if invoice.state == 'cancelled':
            continue
        reconciliations = {line.reconciliation for line in invoice.lines_to_pay if line.reconciliation}
        lines = {line for line in invoice.payment_lines if not line.reconciliation or line.reconciliation in reconciliations}
        for line in invoice.reconciliation_lines or []:
            others = {other.move.origin for other in line.reconciliation.lines if is_invoice(other.move.origin)}
            if others <= {invoice} and line.move.journal.type != 'write-off':
                lines.add(line)
        for line in lines:
            if line.move.state == 'posted' and not is_invoice_move(line.move):
                rows[line.id] = {'erpPaymentId': str(line.id), 'erpInvoiceId': str(invoice.id),
                                 'amount': -in_currency(invoice, line), 'paymentDate': str(line.move.date)}
    opinion('/payments/list', {}, payments=[rows[key] for key in sorted(rows)])


def is_invoice(origin):
    return origin is not None and getattr(origin, '__name__', '') == 'account.invoice'


def is_invoice_move(move):
    return is_invoice(move.origin) and move in (move.origin.move, move.origin.cancel_move)


def statements(company, parties):
    Line = pool.get('account.move.line')
    for party in parties:
        lines = Line.search([('party', '=', party.id), ('account.type.receivable', '=', True), ('account.company', '=', company.id),
                             ['OR', ('move.state', '=', 'posted'), ('reconciliation', '!=', None)]])
        moves = {}
        for line in sorted(lines, key=lambda line: line.id):
            moves.setdefault(line.move, []).append(line.debit - line.credit)
        balance, entries = Decimal(0), []
        for move, amounts in sorted(moves.items(), key=lambda item: item[0].date):
            balance += sum(amounts)
            entries.append({'date': str(move.date), 'balance': balance})
        opinion('/customer-statement/get', {'customerErpId': str(party.id), 'periodStart': '2025-01-01', 'periodEnd': '2030-12-31'},
                currency=company.currency.code, openingBalance='0', closingBalance=balance, lines=entries)


def debtors(parties):
    opinion('/debtors/list', {}, debtors=[
        {'erpDebtorId': str(party.id), 'name': party.rec_name,
         **{'email': one.value for one in reversed(party.contact_mechanisms) if one.type == 'email' and '@' in one.value}}
        for party in sorted(parties, key=lambda party: party.id)])


with Transaction().start(database, 0, readonly=True):
    user, = pool.get('res.user').search([('login', '=', login)])
    company = user.company
with Transaction().start(database, user.id, readonly=True, context={'company': company.id, 'language': 'de'}):
    company = pool.get('company.company')(company.id)
    parties, found = customers(company), products()
    catalogue(company, parties)
    articles(found)
    prices(company, parties, found)
    credit(company, parties)
    orders(company, parties, found)
    invoices(company, parties)
    statements(company, parties)
    debtors(parties)
