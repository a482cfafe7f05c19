"""Fills an empty database of Tryton through proteus, Tryton's own client library: a company with documents of all kinds and states.

Arguments: the configuration file of trytond, the database, login and password of the user of the profile. All amounts, days and names are fixed, so
that two runs make the same records with the same ids.
"""
import sys
from datetime import date, timedelta
from decimal import Decimal as D

from proteus import Model, Wizard, config

config_file, database, login, password = sys.argv[1:]
connection = config.set_trytond(database, config_file=config_file)

from trytond.pool import Pool
from trytond.transaction import Transaction

# A person would confirm them.
Pool(database).get('res.user.warning').check = classmethod(lambda cls, name: False)


def model(name):
    return Model.get(name)


def record(model_name, /, **values):
    one = model(model_name)(**values)
    one.save()
    return one


def one(model_name, *domain):
    found, = model(model_name).find(list(domain), limit=1)
    return found


# Currencies with two, no and three decimals, and one whose smallest coin is 0.05.
euro_rates = {
    'EUR': ('0.01', 2, {2020: '1'}),
    'USD': ('0.01', 2, {2020: '1.25', 2026: '1.1'}),
    'JPY': ('1', 0, {2020: '130', 2026: '163.7'}),
    'KWD': ('0.001', 3, {2020: '0.3371'}),
    'CHF': ('0.05', 2, {2020: '0.9432'}),
}
currencies = {}
for code, (rounding, digits, rates) in euro_rates.items():
    currency = model('currency.currency')(name=code, code=code, symbol=code, rounding=D(rounding), digits=digits)
    for year, rate in rates.items():
        currency.rates.new(date=date(year, 1, 1), rate=D(rate))
    currency.save()
    currencies[code] = currency
eur, usd, jpy, kwd, chf = currencies.values()

germany = record('country.country', code='DE', name='Germany')
france = record('country.country', code='FR', name='France')

own = model('party.party')(name='Nordwind Großhandel GmbH')
own.addresses[0].street = 'Speicherstr. 1'
own.addresses[0].postal_code = '20457'
own.addresses[0].city = 'Hamburg'
own.addresses[0].country = germany
own.save()
wizard = Wizard('company.company.config')
wizard.execute('company')
wizard.form.party = own
wizard.form.currency = eur
wizard.form.timezone = 'Europe/Berlin'
wizard.execute('add')
company = one('company.company')
company.cancel_invoice_out = True
company.save()
connection._context = dict(model('res.user').get_preferences(True, connection.context))

# Names of articles in a second language.
german = one('ir.lang', ('code', '=', 'de'))
german.translatable = True
german.save()

# Accounts, fiscal years with their numbers, payment terms -------------------------------------------------------------
wizard = Wizard('account.create_chart')
wizard.execute('account')
wizard.form.account_template = one('account.account.template', ('parent', '=', None))
wizard.form.company = company
wizard.execute('create_account')


def account(name):
    return one('account.account', ('name', '=', name), ('company', '=', company.id))


receivable, payable = account('Main Receivable'), account('Main Payable')
revenue, expense = account('Main Revenue'), account('Main Expense')
cash, tax_account = account('Main Cash'), account('Main Tax')
wizard.form.account_receivable = receivable
wizard.form.account_payable = payable
wizard.execute('create_properties')

move_type = one('ir.sequence.type', ('name', '=', 'Account Move'))
invoice_type = one('ir.sequence.type', ('name', '=', 'Invoice'))
for year in range(2025, 2031):
    fiscal_year = model('account.fiscalyear')(
        name=str(year), company=company, start_date=date(year, 1, 1), end_date=date(year, 12, 31))
    fiscal_year.post_move_sequence = record('ir.sequence', name=f'Move {year}', sequence_type=move_type, company=company)
    while fiscal_year.invoice_sequences:
        fiscal_year.invoice_sequences.pop()
    sequences = fiscal_year.invoice_sequences.new()
    for name, prefix in (('out_invoice', 'RE'), ('out_credit_note', 'GS'), ('in_invoice', 'ER'), ('in_credit_note', 'EG')):
        setattr(sequences, f'{name}_sequence', record(
            'ir.sequence.strict', name=f'{prefix} {year}', sequence_type=invoice_type, company=company,
            prefix=f'{prefix}{year}/', padding=4))
    fiscal_year.save()
    fiscal_year.click('create_period')
closed = one('account.period', ('start_date', '=', date(2025, 1, 1)))


def term(name, *parts):
    """`parts`: share of the amount, or None for the rest, and the days until it is due."""
    made = model('account.invoice.payment_term')(name=name)
    for share, days in parts:
        line = made.lines.new(type='remainder') if share is None else made.lines.new(type='percent', ratio=D(share))
        line.relativedeltas.new(days=days)
    made.save()
    return made


days_30 = term('30 Tage netto', (None, 30))
days_14 = term('14 Tage', (None, 14))
at_once = term('Sofort', (None, 0))
halves = term('Hälfte in 10, Rest in 40 Tagen', ('0.5', 10), (None, 40))
thirds = term('Drei Raten', ('0.3333', 0), ('0.3333', 30), (None, 60))

taxes = {}
for name, rate in (('USt 19 %', '0.19'), ('USt 7 %', '0.07')):
    taxes[name] = record(
        'account.tax', name=name, description=name, type='percentage', rate=D(rate), company=company,
        invoice_account=tax_account, credit_note_account=tax_account)
tax_19, tax_7 = taxes.values()
# A party abroad pays no tax: the rule replaces the tax of the article with none.
rule = model('account.tax.rule')(name='Ausfuhr', company=company, kind='sale')
rule.lines.new(origin_tax=tax_19)
rule.save()
reduced = model('account.tax.rule')(name='Ermäßigt', company=company, kind='sale')
reduced.lines.new(origin_tax=tax_19, tax=tax_7)
reduced.save()

cash_journal = one('account.journal', ('type', '=', 'cash'))
revenue_journal = one('account.journal', ('type', '=', 'revenue'))
methods = [
    record('account.invoice.payment.method', name=name, company=company, journal=cash_journal, credit_account=cash,
           debit_account=cash)
    for name in ('Bank', 'Kasse', 'Bank CIC & Co.')
]
bank = methods[0]
write_off_journal = record('account.journal', name='Skonto', type='write-off', sequence=cash_journal.sequence)
write_off = record('account.move.reconcile.write_off', name='Skonto', company=company, journal=write_off_journal,
                   credit_account=expense, debit_account=expense)

# Articles and price lists ---------------------------------------------------------------------------------------------
unit, kilogram, gram = (one('product.uom', ('name', '=', name)) for name in ('Unit', 'Kilogram', 'Gram'))
dozen = record('product.uom', name='Dozen', symbol='dz', category=unit.category, factor=12.0, rate=round(1 / 12, 12), rounding=0.01,
               digits=2)
goods = model('product.category')(name='Handelsware', accounting=True, account_revenue=revenue, account_expense=expense)
goods.customer_taxes.append(model('account.tax')(tax_19.id))
goods.save()
food = model('product.category')(name='Lebensmittel', accounting=True, account_revenue=revenue, account_expense=expense)
food.customer_taxes.append(model('account.tax')(tax_7.id))
food.save()
both = model('product.category')(name='Doppelt besteuert', accounting=True, account_revenue=revenue, account_expense=expense)
for tax in (tax_19, tax_7):
    both.customer_taxes.append(model('account.tax')(tax.id))
both.save()
tools = record('product.category', name='Werkzeug')
hand_tools = record('product.category', name='Handwerkzeug', parent=tools)


def article(name, code, price, suffixes=('',), uom=unit, sale_uom=None, category=goods, more=(), salable=True, active=True, text=None):
    template = model('product.template')(
        name=name, code=code, default_uom=uom, type='goods', salable=salable, purchasable=True, list_price=D(price),
        account_category=category)
    if sale_uom is not None:
        template.sale_uom = sale_uom
    for one_category in more:
        template.categories.append(model('product.category')(one_category.id))
    for index, suffix in enumerate(suffixes):
        variant = template.products[0] if index == 0 else template.products.new()
        variant.suffix_code = suffix
        variant.cost_price = (D(price) * D('0.6')).quantize(D('0.0001'))
        variant.description = text
    template.save()
    if not active:
        for variant in template.products:
            variant.active = False
            variant.save()
    return template.products[0]


hammer = article('Hammer 315 g', 'A-100', '12.3456', more=(hand_tools,), text='Schlosserhammer mit Eschenstiel')
screws = article('Schraube M6x40', 'A-101', '0.0725', more=(tools,))
drill = article('Bohrer 8 mm', 'A-102', '3.37', more=(tools,))
flour = article('Mehl Typ 550', 'M-550', '1.19', uom=kilogram, category=food)
saffron = article('Safran', 'M-7', '8900', uom=kilogram, sale_uom=gram, category=food)
eggs = article('Eier', 'EI-12', '0.25', sale_uom=dozen, category=food)
glue = article('Kleber 100 % fest', 'K 17', '4.05')
silicone = article("Silikon O'Neil", 'K_18', '5')
shirt = article('T-Shirt Werk', 'TS', '9.9', suffixes=('-S', '-M', '-L'))
basket = article('Präsentkorb', 'P/1', '39', category=both)
gift = article('Zugabe', 'G-0', '0')
article('Interner Artikel', 'X-1', '1', salable=False)
article('Auslaufartikel', 'OLD-1', '1', active=False)
article('Ohne Nummer', None, '1')
with connection.set_context(language='de'):
    translated = model('product.template')(hammer.template.id)
    translated.name = 'Fäustel 315 g'
    translated.save()


def price_list(name, *lines, **values):
    made = model('product.price_list')(name=name, company=company, **values)
    for values in lines:
        made.lines.new(**values)
    made.save()
    return made


dealer = price_list(
    'Händler', dict(product=hammer, quantity=10, formula='unit_price * 0.7'), dict(product=hammer, formula='unit_price * 0.8'),
    dict(category=tools, formula='list_price * 0.95'), dict(formula='unit_price * 0.9'))
bulk = price_list('Großkunde', dict(quantity=100, formula='unit_price * 0.5'), dict(formula='cost_price * 1.3333'))
from_12 = price_list('Ab Dutzend', dict(quantity=12, formula='unit_price * 0.75'), unit='product_default')
gross = price_list('Brutto', dict(formula='unit_price * 1.1'), tax_included=True)
settings = model('sale.configuration')(1)
settings.sale_invoice_method = 'order'
settings.save()

# Parties --------------------------------------------------------------------------------------------------------------
def party(name, term, city, *, country=germany, addresses=1, emails=(), prices=None, limit=None, tax_rule=None, street='Hauptstr. 7',
          code=None):
    made = model('party.party')(name=name, customer_payment_term=term)
    if code is not None:
        made.code = code
    address = made.addresses[0]
    address.street, address.postal_code, address.city, address.country = street, '10115', city, country
    if addresses > 1:
        address.invoice = True
        store = made.addresses.new(party_name=f'Lager {name}', street='Lagerweg 1', postal_code='20095', city='Hamburg')
        store.country, store.delivery = country, True
    for email in emails:
        made.contact_mechanisms.new(type='email', value=email)
    made.contact_mechanisms.new(type='phone', value='+49 30 123456')
    if prices is not None:
        made.sale_price_list = prices
    if limit is not None:
        made.credit_limit_amount = D(limit)
    if tax_rule is not None:
        made.customer_tax_rule = tax_rule
    made.save()
    return made


webshop = party('Webshop', days_30, 'Hamburg', addresses=2, prices=dealer)
mueller = party('Müller & Söhne', days_30, 'Berlin', addresses=2, emails=('einkauf@mueller.example', 'b@mueller.example'), limit='5000',
                prices=dealer, street='Hauptstr. 1\nHinterhaus')
ohara = party("O'Hara Trading", days_14, 'Lyon', country=france, emails=('x@ohara.example',), tax_rule=rule, prices=bulk)
cafe = party('Café 100 %', at_once, 'Zürich', emails=('keine Adresse', 'cafe@example.com'), limit='0')
garage = party("Garage_de l'Étoile", halves, 'Lyon', country=france, prices=gross)
girard = party('Ateliers Girard', thirds, 'Lyon', country=france, emails=('girard@example.com',), limit='1000.5')
weiss = party('Straßenbau Weiß', days_30, 'Berlin', tax_rule=reduced, prices=from_12)
tokyo = party('Tōkyō Trading', days_30, 'Tokyo', emails=('t@example.jp',))
kuwait = party('Kuwait Oil', days_14, 'Kuwait', limit='100000')
zurich = party('Alpen AG', days_30, 'Zürich')
nobody = party('Nie Gekauft KG', days_30, 'Kiel', addresses=2)
gone = party('Abgemeldet GmbH', days_30, 'Ulm')
supplier = party('Lieferant Eins', days_30, 'Bremen')
no_address = record('party.party', name='Ohne Anschrift')
while no_address.addresses:
    no_address.addresses[0].delete()
    no_address.reload()

# Sales ----------------------------------------------------------------------------------------------------------------
first_day = date(2026, 1, 5)


def sale(customer, day, reference, lines, until, currency=None, invoice_to=None, method='order'):
    made = model('sale.sale')(party=customer, sale_date=day, reference=reference, invoice_method=method, shipment_method='manual')
    if currency is not None:
        made.currency = currency
    if invoice_to is not None:
        made.invoice_party = invoice_to
    for product, quantity, *price in lines:
        line = made.lines.new()
        if product is None:
            line.type, line.description = 'comment', quantity
            continue
        line.product = product
        line.quantity = quantity
        if price:
            line.unit_price = D(price[0])
    made.save()
    for step in until:
        made.click(step)
    return made


confirmed = ('quote', 'confirm')
processed = ('quote', 'confirm', 'process')
sale(mueller, first_day, None, [(hammer, 2), (screws, 150)], ())
sale(mueller, first_day + timedelta(3), 'KB 1001', [(hammer, 12), (None, 'Bitte früh liefern'), (flour, 2.5)], ('quote',))
sale(ohara, first_day + timedelta(9), 'PO-7/2026', [(saffron, 25), (shirt, 3)], confirmed)
s_usd = sale(ohara, first_day + timedelta(9), 'PO-8/2026', [(hammer, 7)], processed, currency=usd)
s_cafe = sale(cafe, first_day + timedelta(20), 'C%1', [(eggs, 3), (flour, 1.25)], processed)
sale(garage, first_day + timedelta(31), 'G_1', [(basket, 1), (glue, 3)], processed)
sale(girard, first_day + timedelta(40), None, [(drill, 33)], ('cancel',))
sale(girard, first_day + timedelta(45), 'girard-1', [(drill, 20), (glue, 1)], confirmed, invoice_to=mueller)
s_shipment = sale(weiss, first_day + timedelta(45), 'W-1', [(screws, 11), (hammer, 1)], confirmed, method='manual')
sale(weiss, first_day + timedelta(60), 'W-2', [(screws, 13)], processed)
sale(kuwait, first_day + timedelta(61), 'KWT 1', [(hammer, 3, '4.1234')], processed, currency=kwd)
no_day = sale(zurich, None, 'A-1', [(silicone, 1)], ())
sale(mueller, first_day + timedelta(90), 'Rückgabe', [(hammer, -2)], processed)

# Invoices -------------------------------------------------------------------------------------------------------------
def invoice(customer, day, lines, currency=eur, term=None, until='post', number=None, text=None):
    made = model('account.invoice')(type='out', party=customer, invoice_date=day, currency=currency)
    if term is not None:
        made.payment_term = term
    if text is not None:
        made.description = text
    for what, quantity, price, *more in lines:
        line = made.lines.new()
        if what is None:
            line.type, line.description = 'comment', quantity
            continue
        if isinstance(what, str):
            line.account, line.description = revenue, what
            for tax in more:
                line.taxes.append(model('account.tax')(tax.id))
        else:
            line.product = what
        line.quantity = quantity
        line.unit_price = D(price)
    made.save()
    if number is not None: # a field that nobody can enter, and that the interface takes
        model('account.invoice')._proxy.write([made.id], {'number': number}, connection.context)
        made.reload()
    if until:
        made.click(until)
    return made


def pay(made, amount, day, kind='partial', method=bank, currency=None, text=None):
    wizard = Wizard('account.invoice.pay', [made])
    wizard.form.payment_method = method
    wizard.form.date = day
    if currency is not None:
        wizard.form.currency = currency
    if amount is not None:
        wizard.form.amount = D(amount)
    if text is not None:
        wizard.form.description = text
    wizard.execute('choice')
    if wizard.form_state == 'ask':
        wizard.form.type = kind
        if kind == 'writeoff':
            wizard.form.writeoff = write_off
        wizard.execute('pay')
    made.reload()


def credit(made, day, refund):
    wizard = Wizard('account.invoice.credit', [made])
    wizard.form.with_refund = refund
    wizard.form.invoice_date = day
    wizard.execute('credit')
    made.reload()


for sold, day in ((s_usd, 16), (s_cafe, 26)):
    for made in sold.invoices:
        made.invoice_date = date(2026, 1, day)
        made.save()
        made.click('post')
day = date(2026, 2, 2)
# Line amounts that lie halfway between two cents are rounded to the even one.
even = invoice(mueller, day, [('Halbe Cent', 0.5, '0.25'), ('Halbe Cent', 1.5, '0.05'), ('Halbe Cent', 2.5, '0.05'), ('Glatt', 3, '33.3333')])
taxed = invoice(mueller, day, [(hammer, 7, '12.3456'), (flour, 2.5, '1.19'), ('Beratung', 1.25, '79.99', tax_19, tax_7)])
three = invoice(girard, day + timedelta(1), [('Wartung', 1, '100'), (screws, 333, '0.0725')])
two = invoice(garage, day + timedelta(1), [(basket, 3, '33.335'), ('Fracht', 1, '0.01')])
export = invoice(ohara, day + timedelta(2), [(hammer, 3, '9.99')])
dollars = invoice(ohara, day + timedelta(3), [('Consulting', 7, '14.2857'), (hammer, 2, '12.3456')], currency=usd)
dollar_terms = invoice(girard, day + timedelta(3), [('Consulting', 1, '100.01')], currency=usd)
yen = invoice(tokyo, day + timedelta(4), [('Service', 3, '333.5'), ('Service', 0.5, '1')], currency=jpy)
dinar = invoice(kuwait, day + timedelta(4), [('Service', 3, '1.2345'), ('Service', 0.5, '0.001')], currency=kwd)
francs = invoice(zurich, day + timedelta(5), [('Service', 1, '10.02'), ('Service', 1, '10.03', tax_19)], currency=chf)
paid = invoice(cafe, day + timedelta(6), [('Kaffee', 10, '9.99', tax_7)])
pay(paid, None, day + timedelta(8))
parts = invoice(mueller, day + timedelta(7), [('Miete', 1, '1000', tax_19)])
for amount, later in (('300', 9), ('299.99', 12), ('0.01', 12)):
    pay(parts, amount, day + timedelta(later))
done_in_parts = invoice(mueller, day + timedelta(7), [('Miete', 1, '100')], text='Miete Februar')
pay(done_in_parts, '33.33', day + timedelta(9))
pay(done_in_parts, '66.67', day + timedelta(10), method=methods[1])
discounted = invoice(weiss, day + timedelta(8), [('Arbeit', 3, '333.33')])
pay(discounted, '969.99', day + timedelta(9), kind='writeoff')
too_much = invoice(weiss, day + timedelta(8), [('Arbeit', 1, '50')])
pay(too_much, '60', day + timedelta(9), kind='overpayment')
pay(three, '33.33', day + timedelta(20))
pay(two, '10', day + timedelta(20))
pay(dollars, '20.5', day + timedelta(21))
pay(dollars, '10', day + timedelta(22), currency=eur)
dollars_paid = invoice(ohara, day + timedelta(9), [('Consulting', 1, '33.33')], currency=usd)
pay(dollars_paid, None, day + timedelta(30))
pay(yen, '500', day + timedelta(30))
pay(dinar, '1.001', day + timedelta(30))
# Credit notes: one that cancels its invoice, one that is settled with it, one for a part, and one of its own.
refunded = invoice(cafe, day + timedelta(10), [('Tassen', 6, '7.77', tax_19)])
credit(refunded, day + timedelta(11), True)
part_credited = invoice(mueller, day + timedelta(10), [('Tassen', 6, '7.77', tax_19)])
credit(part_credited, day + timedelta(12), False)
settled = invoice(kuwait, day + timedelta(12), [('Fass', 2, '45.5')])
credit(settled, day + timedelta(12), False)
for note in model('account.invoice').find([('party', '=', kuwait.id), ('state', '=', 'draft'), ('description', '=', None)]):
    if note.untaxed_amount < 0:
        note.click('post')
        settling = note
own_note = invoice(girard, day + timedelta(13), [(drill, -3, '3.37'), ('Nachlass', -1, '5')])
dollar_note = invoice(ohara, day + timedelta(13), [('Refund', -1, '3.33')], currency=usd)
# Cancelled: before and after it was posted, and after a part was paid.
cancelled = invoice(zurich, day + timedelta(14), [('Storno', 1, '77')])
cancelled.click('cancel')
cancelled_paid = invoice(zurich, day + timedelta(14), [('Storno', 1, '88')])
pay(cancelled_paid, '8', day + timedelta(15))
cancelled_paid.click('cancel')
invoice(zurich, day + timedelta(15), [('Nie gebucht', 1, '5')], until=None).click('cancel')
invoice(zurich, day + timedelta(15), [('Entwurf', 1, '5')], until=None)
invoice(zurich, day + timedelta(15), [('Geprüft', 1, '5')], until='validate_invoice')
invoice(tokyo, day + timedelta(16), [('Nichts', 1, '0')])
# Without terms of payment, and posted by another user.
invoice(nobody, day + timedelta(16), [('Ohne Ziel', 1, '12.5')], term=None)
of_gone = invoice(gone, day + timedelta(17), [('Letzte Rechnung', 2, '19.99', tax_19)])


# Entries without an invoice -------------------------------------------------------------------------------------------
def entry(customer, amount, day, post=True, second=None, text=None):
    """Positive: the customer owes it."""
    period = one('account.period', ('start_date', '<=', day), ('end_date', '>=', day), ('type', '=', 'standard'))
    made = model('account.move')(journal=cash_journal, period=period, date=day, description=text)
    amount = D(amount)
    for owner, value in ((receivable, amount), (cash, -amount)):
        line = made.lines.new(account=owner, debit=max(value, D(0)), credit=max(-value, D(0)))
        if owner == receivable:
            line.party = customer
            if second is not None:
                line.second_currency, line.amount_second_currency = usd, D(second)
    made.save()
    if post:
        made.click('post')
    return made


def reconcile(*lines):
    wizard = Wizard('account.move.reconcile_lines', list(lines))
    if wizard.state != 'end':
        wizard.execute('reconcile')


def receivables_of(made):
    return [line for line in made.lines if line.account == receivable]


reconcile(*receivables_of(settled.move), *receivables_of(settling.move))

entry(mueller, '-50', date(2026, 3, 2), text='Anzahlung')
entry(mueller, '7.5', date(2026, 3, 3), text='Mahngebühr')
entry(cafe, '-3', date(2026, 3, 3), post=False)
# A transfer that somebody has reconciled with an invoice by hand: paid, without the button Pay.
by_hand = invoice(tokyo, date(2026, 3, 4), [('Überweisung', 1, '40')])
transfer = entry(tokyo, '-40', date(2026, 3, 6))
reconcile(*receivables_of(by_hand.move), *receivables_of(transfer))
# A payment that was bounced: its entry is cancelled, the invoice is open again.
bounced = invoice(tokyo, date(2026, 3, 5), [('Rückläufer', 1, '41')])
pay(bounced, '11', date(2026, 3, 6))
wizard = Wizard('account.move.cancel', [bounced.payment_lines[0].move])
wizard.form.description = 'Rücklastschrift'
wizard.execute('cancel')
one('account.move', ('description', '=', 'Rücklastschrift')).click('post')
gone.active = False
gone.save()

# Purchases are no business of a customer.
bought = model('account.invoice')(type='in', party=supplier, invoice_date=date(2026, 3, 9))
line = bought.lines.new()
line.account, line.description, line.quantity, line.unit_price = expense, 'Ware', 1, D('100')
bought.save()
bought.click('post')

# A sale that is confirmed, and that Tryton's queue has not processed yet; and one that a customer has cancelled.
Sale = Pool(database).get('sale.sale')
process, Sale.process = Sale.process, classmethod(lambda cls, sales: None)
sale(weiss, first_day + timedelta(95), 'W-3', [(silicone, 2)], confirmed)
Sale.process = process
sale(girard, first_day + timedelta(96), 'girard-2', [(drill, 1)], ('cancel',))

closed.click('close')

# The user of the profile: only what it needs.
user = model('res.user')(name='Middleware', login=login, password=password, email='middleware@example.com')
user.companies.append(model('company.company')(company.id))
user.company = company
for group in model('res.group').find([('name', 'in', ['Sales', 'Account'])]):
    user.groups.append(group)
user.save()

# What this user has written: a draft that became a quotation since, and a payment with its key.
service = config.set_trytond(database, user=login, config_file=config_file)
service._context = dict(model('res.user').get_preferences(True, service.context))
ordered = model('sale.sale')(party=model('party.party')(webshop.id), reference='WEB-1')
line = ordered.lines.new()
line.product = model('product.product')(drill.id)
line.quantity = 4
ordered.save()
ordered.click('quote')
wizard = Wizard('account.invoice.pay', [model('account.invoice')(of_gone.id)])
wizard.form.payment_method = model('account.invoice.payment.method')(bank.id)
wizard.form.date = date(2026, 3, 10)
wizard.form.amount = D('5.5')
wizard.form.description = f'{of_gone.id}/5.5/2026-03-10/Bank'
wizard.execute('choice')
wizard.form.type = 'partial'
wizard.execute('pay')

# Rows that differ in one property each ---------------------------------------------------------------------------------
connection = config.set_trytond(database, config_file=config_file)
connection._context = dict(model('res.user').get_preferences(True, connection.context))

# Rates of one day, of the day of the cases, and of a day that is still to come.
for currency, rates in ((eur, {(2026, 3, 12): '1.02', (2026, 3, 31): '1', (2028, 1, 1): '0.98'}),
                        (usd, {(2026, 3, 12): '1.0837', (2026, 3, 31): '1.12', (2028, 1, 1): '1.3'})):
    for day, rate in rates.items():
        record('currency.currency.rate', currency=currency, date=date(*day), rate=D(rate))
record('currency.currency', name='DKK', code='DKK', symbol='DKK', rounding=D('0.01'), digits=2, active=False)

# An article whose German name is older than its name: Tryton shows the name. A category with the id of an article, and with a German name.
pliers = article('Zange', 'A-103', '7.5')
with connection.set_context(language='de'):
    for translated, name in ((model('product.template')(pliers.template.id), 'Kombizange'), (model('product.category')(food.id), 'Essbares')):
        translated.name = name
        translated.save()
pliers.template.name = 'Zange 180 mm'
pliers.template.save()

# Parties without a name, one of them with values for all companies and for this one; addresses with only one mark, without a country, and
# inactive ones; an e-mail address that is not used any more.
unnamed = record('party.party', name=None, customer_payment_term=days_30)
with connection.set_context(company=None):
    emptied = record('party.party', name='')
emptied = model('party.party')(emptied.id)
emptied.credit_limit_amount, emptied.sale_price_list = D('222'), dealer
emptied.save()
address = unnamed.addresses[0]
address.street, address.postal_code, address.city, address.delivery = 'Werkstr. 9 \r\n Tor 3', '28195', 'Bremen', True
address.name, address.party_name = '', ''
address.save()
second = model('party.address')(party=unnamed, street='', postal_code='', city='', name='Pförtner')
second.country = germany
second.save()
old = model('party.address')(party=unnamed, street='Altweg 1', postal_code='28199', city='Bremen', invoice=True, active=False)
old.save()
unnamed.contact_mechanisms.new(type='email', value='alt@example.com', active=False)
unnamed.contact_mechanisms.new(type='sip', value='tor@sip.example.com')
unnamed.contact_mechanisms.new(type='email', value='werk@example.com')
unnamed.save()
emptied.addresses[0].city = 'Leer'
emptied.addresses[0].active = False
emptied.addresses[0].save()
# A second account for receivables, methods of payment and a period that nobody may use.
doubtful = model('account.account')(name='Zweifelhafte Forderungen', company=company, type=receivable.type, party_required=True, reconcile=True)
doubtful.save()
record('account.invoice.payment.method', name='Scheck', company=company, journal=cash_journal, credit_account=cash, debit_account=cash,
       active=False)
record('account.period', name='Abschluss 2025', start_date=date(2025, 1, 1), end_date=date(2025, 12, 31), fiscalyear=closed.fiscalyear,
       type='adjustment')

day = date(2026, 3, 12)
dollar_of_day = invoice(ohara, day, [('Consulting', 1, '100')], currency=usd)
pay(dollar_of_day, '10', day, currency=eur)
paid_in_dollars = invoice(ohara, day, [('Support', 1, '200')])
pay(paid_in_dollars, '50', day, currency=usd)
first_half = invoice(garage, day, [('Fracht', 1, '80.02')])
pay(first_half, '40.01', day + timedelta(1))
both_halves = invoice(garage, day, [('Fracht', 1, '61.01')])
pay(both_halves, None, day + timedelta(1))
# Settled by a transfer, although a payment was entered before.
paid_twice = invoice(tokyo, day, [('Überweisung', 1, '70')])
pay(paid_twice, '5', day + timedelta(1))
transfer = entry(tokyo, '-70', day + timedelta(2))
reconcile(*receivables_of(paid_twice.move), *receivables_of(transfer))
# One transfer for two invoices, and entries that settle each other.
pair = [invoice(kuwait, day, [('Fass', 1, amount)]) for amount in ('31', '22.5')]
transfer = entry(kuwait, '-53.5', day + timedelta(2))
reconcile(*(line for one_invoice in pair for line in receivables_of(one_invoice.move)), *receivables_of(transfer))
reconcile(*receivables_of(entry(kuwait, '-25', day)), *receivables_of(entry(kuwait, '25', day + timedelta(1))))
# A discount whose entry is posted.
discounted = invoice(weiss, day, [('Arbeit', 1, '48.5')])
pay(discounted, '47.5', day + timedelta(1), kind='writeoff')
model('account.move').find([('journal', '=', write_off_journal.id), ('state', '=', 'draft')], order=[('id', 'DESC')])[0].click('post')
# A line of a bank statement that somebody has reconciled with an invoice by hand.
by_statement = invoice(cafe, day, [('Bohnen', 1, '19.9')])
bank_journal = record('account.statement.journal', name='Bank', journal=record(
    'account.journal', name='Kontoauszug', type='statement', sequence=cash_journal.sequence), currency=eur, company=company,
    validation='amount', account=cash)
sheet = model('account.statement')(name='Auszug 3', journal=bank_journal, date=day + timedelta(2), start_balance=D(0), end_balance=D(0),
                                   total_amount=D('19.9'))
line = sheet.lines.new()
line.number, line.date, line.amount, line.party, line.account = '1', day + timedelta(2), D('19.9'), cafe, receivable
sheet.save()
sheet.click('validate_statement')
sheet.click('post')
moved = model('account.statement')(sheet.id).lines[0].move
reconcile(*receivables_of(by_statement.move), *receivables_of(moved))
# An invoice whose lines have no text, and one with a comment.
invoice(unnamed, day, [(pliers, 3, '7.5'), ('', 1, '2.25'), (None, 'Danke für Ihren Auftrag', '0')])
# Drafts with a number: one that could not be posted yet, and one that was cancelled.
for customer, number, step in ((zurich, 'R 19', None), (tokyo, 'R 17', 'cancel')):
    invoice(customer, day, [('Arbeit', 1, '10.05')], number=number, until=step)
# A transfer that is not posted yet.
by_draft = invoice(cafe, day, [('Filter', 1, '4.4')])
transfer = entry(cafe, '-4.4', day + timedelta(2), post=False)
reconcile(*receivables_of(by_draft.move), *receivables_of(transfer))

# Sales that are not invoiced: in dollars; and one without an article of which two parts are invoiced.
Sale = Pool(database).get('sale.sale')
process, Sale.process = Sale.process, classmethod(lambda cls, sales: None)
sale(unnamed, date(2026, 3, 12), 'U-1', [(hammer, 3, '11.11')], confirmed, currency=usd)
parts_sale = model('sale.sale')(party=unnamed, sale_date=date(2026, 3, 12), reference='U-2', invoice_method='manual', shipment_method='manual')
line = parts_sale.lines.new()
line.description, line.quantity, line.unit_price = 'Montage', 8, D('25')
line = parts_sale.lines.new()
line.product, line.quantity, line.unit_price = eggs, 3, D('2.5')
parts_sale.save()
for step in confirmed:
    parts_sale.click(step)
Sale.process = process
for quantity, eggs_sold in ((1, 12), (2, 6)):
    made = model('account.invoice')(type='out', party=unnamed, invoice_date=day, currency=eur)
    line = made.lines.new()
    line.account, line.description, line.quantity, line.unit_price, line.origin = revenue, 'Montage', quantity, D('25'), parts_sale.lines[0]
    line = made.lines.new()
    line.product = eggs
    line.unit, line.quantity, line.unit_price, line.origin = unit, eggs_sold, D('0.2083'), parts_sale.lines[1]
    made.save()
    made.click('post')
# An invoice of a sale, which has a later day than those after it.
for made in one('sale.sale', ('reference', '=', 'W-2')).invoices:
    made.invoice_date = day
    made.save()
    made.click('post')
# The last changes: a payment of an invoice that was paid before, which a person has entered under the key of the profile, and an invoice with
# instalments.
pay(first_half, '5', date(2026, 3, 20), text=f'{first_half.id}/5/2026-03-20/Bank')
invoice(girard, date(2026, 3, 20), [('Wartung', 1, '100')])

# A second company with an account, documents and values of its own for customers of the first one -----------------------
sek = model('currency.currency')(name='SEK', code='SEK', symbol='SEK', rounding=D('0.01'), digits=2)
sek.rates.new(date=date(2026, 2, 1), rate=D('11.05'))
sek.save()
sverige = record('company.company', party=record('party.party', name='Nordwind Sverige AB'), currency=sek, timezone='Europe/Stockholm')
admin = model('res.user')(1)
admin.companies.append(model('company.company')(sverige.id))
admin.company = model('company.company')(sverige.id)
admin.save()
connection._context = dict(model('res.user').get_preferences(True, connection.context), company=sverige.id)
wizard = Wizard('account.create_chart')
wizard.execute('account')
wizard.form.account_template = one('account.account.template', ('parent', '=', None))
wizard.form.company = sverige
wizard.execute('create_account')
company = sverige
receivable, payable, revenue, expense, cash, tax_account = (
    account(f'Main {name}') for name in ('Receivable', 'Payable', 'Revenue', 'Expense', 'Cash', 'Tax'))
wizard.form.account_receivable = receivable
wizard.form.account_payable = payable
wizard.execute('create_properties')
for year in (2025, 2026):
    fiscal_year = model('account.fiscalyear')(
        name=f'Sverige {year}', company=company, start_date=date(year, 1, 1), end_date=date(year, 12, 31))
    fiscal_year.post_move_sequence = record('ir.sequence', name=f'Sverige Move {year}', sequence_type=move_type, company=company)
    while fiscal_year.invoice_sequences:
        fiscal_year.invoice_sequences.pop()
    sequences = fiscal_year.invoice_sequences.new()
    for name, prefix in (('out_invoice', 'SE'), ('out_credit_note', 'SK'), ('in_invoice', 'SI'), ('in_credit_note', 'SN')):
        setattr(sequences, f'{name}_sequence', record(
            'ir.sequence.strict', name=f'{prefix} {year}', sequence_type=invoice_type, company=company,
            prefix=f'{prefix}{year}/', padding=4))
    fiscal_year.save()
    fiscal_year.click('create_period')
swedish_bank = record('account.invoice.payment.method', name='Bank', company=company, journal=cash_journal, credit_account=cash, debit_account=cash)
kronor = price_list('Svensk', dict(formula='140'))
settings = model('sale.configuration')(1)
settings.sale_price_list = kronor
settings.save()
limits = model('account.configuration')(1)
limits.default_credit_limit_amount = D('400')
limits.save()
with connection.set_context(company=None):
    limits = model('account.configuration')(1)
    limits.default_credit_limit_amount = D('300')
    limits.save()
swedish = party('Svensk Kund AB', at_once, 'Malmö', limit='900', prices=kronor)
# Its invoice is older than the first rate of its currency.
mueller = model('party.party')(mueller.id)
invoice(mueller, date(2026, 1, 15), [('Konsult', 1, '1000')], currency=sek, term=at_once)
paid_in_sweden = invoice(mueller, date(2026, 1, 15), [('Konsult', 1, '250')], currency=sek, term=at_once)
pay(paid_in_sweden, None, date(2026, 1, 20), method=swedish_bank)
sale(mueller, date(2026, 1, 15), 'SE-1', [(hammer, 5, '140')], ('quote', 'confirm'), method='manual', currency=sek)
invoice(mueller, date(2026, 1, 22), [('Konsult', 1, '99')], currency=sek, term=at_once, number='INV-1')
# The same number of a draft was pushed to both companies.
with Transaction().start(database, user.id, context={'company': sverige.id, 'language': 'en'}) as transaction:
    Sale.create([{'company': sverige.id, 'party': webshop.id, 'reference': 'INV-1', 'currency': sek.id}])
    transaction.commit()

# Tryton stamps rows with the time of this run. A row gets an hour of its own, so that changes have different times, which are the same in each run.
with Transaction().start(database, 0) as transaction:
    cursor = transaction.connection.cursor()
    cursor.execute("SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'create_date'")
    for table, in cursor.fetchall():
        cursor.execute(f"""UPDATE "{table}" SET create_date = TIMESTAMP '2026-03-01 00:30:00' + id * INTERVAL '1 hour', write_date = NULL""")
    transaction.commit()
