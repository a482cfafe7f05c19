# Master data of the company that fill.pl makes: customers, articles, prices. Ids follow from the order of this file.
package Masters;

use strict;
use warnings;
use utf8;
use Exporter qw(import);

use SL::DB::AdditionalBillingAddress;
use SL::DB::Assembly;
use SL::DB::Business;
use SL::DB::Buchungsgruppe;
use SL::DB::Chart;
use SL::DB::Country;
use SL::DB::Currency;
use SL::DB::Customer;
use SL::DB::CustomVariable;
use SL::DB::CustomVariableConfig;
use SL::DB::Default;
use SL::DB::Exchangerate;
use SL::DB::Part;
use SL::DB::PartCustomerPrice;
use SL::DB::PartsGroup;
use SL::DB::PaymentTerm;
use SL::DB::Price;
use SL::DB::PriceFactor;
use SL::DB::Pricegroup;
use SL::DB::PriceRule;
use SL::DB::PriceRuleItem;
use SL::DB::Shipto;
use SL::DB::TaxZone;
use SL::DB::Vendor;
use Forms;

our @EXPORT    = qw(make_masters customer part chart);
our @EXPORT_OK = qw(rule common_customer common_article);

my (%customers, %parts);

# By the number that make_masters has given, in this run or an earlier one.
sub customer { $customers{ $_[0] } //= SL::DB::Manager::Customer->find_by(customernumber => $_[0]) // die "no customer $_[0]" }
sub part     { $parts{ $_[0] }     // die "no part $_[0]" }
sub chart    { SL::DB::Manager::Chart->find_by(accno => $_[0]) // die "no account $_[0]" }

sub currency { SL::DB::Manager::Currency->find_by(name => $_[0])->id }
sub zone     { SL::DB::Manager::TaxZone->find_by(description => $_[0])->id }
sub country  { SL::DB::Manager::Country->find_by(iso2 => $_[0])->id }
sub booking  { SL::DB::Manager::Buchungsgruppe->find_by(description => $_[0])->id }

# What all customers and articles have.
sub common_customer { return (currency_id => currency('EUR'), taxzone_id => zone('Inland'), country_id => country('DE')) }
sub common_article  { return (unit => 'Stck', buchungsgruppen_id => booking('Standard 19%'), classification_id => 3) }

sub make_settings {
  my $settings = SL::DB::Default->get;
  $settings->update_attributes(
    company => 'Nordlicht Werkzeuge GmbH', sonumber => 'AB-2026-0041', soinumber => 'AE2026-0099', sqnumber => 'AN-0007', invnumber => 'RE/2026/0100',
    cnnumber => 'GS/2026/0010', customernumber => 'K10000', articlenumber => 'A1000', ponumber => 'B-17',
    fxgain_accno_id => chart('2660')->id, fxloss_accno_id => chart('2150')->id, ar_paid_accno_id => chart('1200')->id,
    closedto => DateTime->new(year => 2025, month => 12, day => 31), payments_changeable => 1, is_changeable => 1, ar_changeable => 1,
  );
  # Kivitendo has no tax-free accounting group. Its accounts of the tax zones abroad are tax-free: here all zones have them.
  my $free = SL::DB::Buchungsgruppe->new(description => 'Steuerfrei', inventory_accno_id => chart('3980')->id, sortkey => 3)->save;
  for my $zone (@{ SL::DB::Manager::TaxZone->get_all }) {
    $free->db->dbh->do('INSERT INTO taxzone_charts (taxzone_id, buchungsgruppen_id, income_accno_id, expense_accno_id) VALUES (?, ?, ?, ?)', undef,
      $zone->id, $free->id, chart('8200')->id, chart('3400')->id);
  }
  SL::DB::Currency->new(name => $_)->save for qw(USD CHF KWD);
  my @rates = (
    ['USD', '2026-03-02', '0.91234'], ['USD', '2026-04-10', '0.93'], ['USD', '2026-05-04', '0.88'], ['USD', '2026-06-15', '0.9'],
    ['CHF', '2026-04-20', '1.0625'], ['KWD', '2026-05-11', '2.98765'],
  );
  SL::DB::Exchangerate->new(currency_id => currency($_->[0]), transdate => DateTime->from_ymd($_->[1]), buy => $_->[2], sell => $_->[2])->save for @rates;
  fresh_settings();
  return;
}

sub make_customers {
  my $terms = SL::DB::PaymentTerm->new(description => '30 Tage', description_long => '30 Tage netto, 10 Tage 2 % Skonto', terms_netto => 30,
    terms_skonto => 10, percent_skonto => 0.02, auto_calculation => 1)->save;
  my $by_hand = SL::DB::PaymentTerm->new(description => 'nach Absprache', description_long => 'nach Absprache', terms_netto => 0, terms_skonto => 0,
    percent_skonto => 0, auto_calculation => 0)->save;
  my $dealers = SL::DB::Pricegroup->new(pricegroup => 'Händler', sortkey => 1)->save;
  my $old     = SL::DB::Pricegroup->new(pricegroup => 'Alt', sortkey => 2, obsolete => 1)->save;
  my $resale  = SL::DB::Business->new(description => 'Wiederverkäufer', discount => 0.05)->save;
  my %common  = common_customer();
  my @rows = (
    { customernumber => 'K10001', name => 'Müller & Söhne GmbH', street => 'Hauptstraße 5', zipcode => '24103', city => 'Kiel',
      department_1 => 'Einkauf', email => 'info@mueller.example', invoice_mail => 'rechnung@mueller.example, buch@mueller.example', creditlimit => 5000,
      pricegroup_id => $dealers->id, payment_id => $terms->id },
    { customernumber => 'K10002', name => "O'Brien's Öl-Handel", street => 'Kai 7', zipcode => '20457', city => 'Hamburg', email => 'oel@obrien.example',
      discount => 0.03, business_id => $resale->id, creditlimit => 0, payment_id => $by_hand->id },
    { customernumber => 'K10003', name => 'Smith Tools, Inc.', street => '12 Main St', zipcode => '10001', city => 'New York', country_id => country('US'),
      taxzone_id => zone('Außerhalb EU'), currency_id => currency('USD'), creditlimit => 20000, discount => 0.1 },
    { customernumber => 'K10004', name => 'Ünal, Ayşe', street => 'Gartenweg 1', zipcode => '24118', city => 'Kiel', taxincluded_checked => 1,
      email => 'kein Anschluss', natural_person => 1 },
    { customernumber => 'K10005', name => 'Alte Firma KG', obsolete => 1, city => 'Lübeck' },
    { customernumber => 'K10006', name => 'Ruhende Werft AG', obsolete => 1, city => 'Rostock', email => 'werft@example.com' },
    { customernumber => 'K10007', name => 'Gesperrt & Co.', order_lock => 1, city => 'Husum', creditlimit => 100 },
    { customernumber => 'K10008', name => 'Alpen Technik AG', city => 'Bern', country_id => country('CH'), taxzone_id => zone('Außerhalb EU'),
      currency_id => currency('CHF') },
    { customernumber => 'K10009', name => 'Kuwait Trading W.L.L.', city => 'Kuwait City', country_id => country('KW'), taxzone_id => zone('Außerhalb EU'),
      currency_id => currency('KWD') },
    { customernumber => 'K10010', name => 'Webshop (Auftragseingänge)', city => 'Kiel', pricegroup_id => $old->id, payment_id => $terms->id,
      notes => 'Kunde der Auftragseingänge', discount => 0.02 },
    { customernumber => 'K10011', name => 'Müller Elektro 100% OHG', city => 'Köln', business_id => $resale->id, pricegroup_id => $dealers->id, discount => 0.05 },
  );
  for my $row (@rows) {
    $customers{ $row->{customernumber} } = SL::DB::Customer->new(%common, %$row)->save;
  }
  my $first = customer('K10001')->id;
  SL::DB::Shipto->new(module => 'CT', trans_id => $first, shiptoname => 'Lager Nord', shiptostreet => 'Hafen 3', shiptozipcode => '24159', shiptocity => 'Kiel')->save;
  SL::DB::Shipto->new(module => 'CT', trans_id => $first, shiptoname => 'Baustelle', shiptodepartment_1 => 'Tor 2', shiptocity => 'Eckernförde', shiptocountry_id => country('DE'))->save;
  SL::DB::Shipto->new(module => 'CT', trans_id => customer('K10002')->id, shiptoname => 'Tanklager', shiptocity => 'Brunsbüttel')->save;
  SL::DB::AdditionalBillingAddress->new(customer_id => $first, name => 'Müller Holding', street => 'Postfach 1', zipcode => '20001', city => 'Hamburg',
    default_address => 1)->save;
  SL::DB::AdditionalBillingAddress->new(customer_id => $first, name => 'Müller Verwaltung', city => 'Kiel')->save;
  $customers{vendor} = SL::DB::Vendor->new(name => 'Lieferant Stahl', vendornumber => 'L1', %common)->save;
  return ($dealers, $old, $resale);
}

sub make_articles {
  my ($dealers, $old) = @_;
  my $factor = SL::DB::PriceFactor->new(description => 'pro 100', factor => 100, sortkey => 1)->save;
  my $group  = SL::DB::PartsGroup->new(partsgroup => 'Schrauben')->save;
  my %common = (common_article(), part_type => 'part');
  my @rows = (
    { partnumber => 'HAMMER-1', description => 'Hammer 300 g', notes => 'Stiel aus Esche', sellprice => '19.99', lastcost => '8.5', listprice => '24.9' },
    { partnumber => 'HAMMER-10', description => 'Hammer "Größe 10"', sellprice => '33.335', lastcost => '12' },
    { partnumber => 'SCHR-M4', description => 'Schraube M4', sellprice => '4.75', lastcost => '2.1', price_factor_id => $factor->id, partsgroup_id => $group->id },
    { partnumber => 'BUCH/7', description => 'Fachbuch Elektro', sellprice => '39.9', buchungsgruppen_id => booking('Standard 7%'), not_discountable => 1 },
    { partnumber => 'MONTAGE', description => 'Montage', part_type => 'service', unit => 'Std', sellprice => '65', classification_id => 2 },
    { partnumber => 'KABEL', description => 'Kabel', unit => 'kg', sellprice => '11.11111', lastcost => '5' },
    { partnumber => 'ALT-1', description => 'Auslaufartikel', sellprice => '1', obsolete => 1 },
    { partnumber => 'EINKAUF-1', description => 'Nur Einkauf', sellprice => '2', classification_id => 1 },
    { partnumber => 'OHNE', description => 'Ohne Preis', sellprice => '0' },
    { partnumber => 'PAUSCHAL', description => 'Weiterberechnung', part_type => 'service', sellprice => '0', buchungsgruppen_id => booking('Steuerfrei'), unit => 'psch' },
  );
  for my $row (@rows) {
    my %all = (%common, %$row);
    my $make = "new_$all{part_type}";
    delete $all{part_type};
    $parts{ $row->{partnumber} } = SL::DB::Part->$make(%all)->save;
  }
  $parts{SET} = SL::DB::Part->new_assembly(common_article(), partnumber => 'SET', description => 'Werkzeugsatz', sellprice => '49',
    assemblies => [ SL::DB::Assembly->new(parts_id => part('HAMMER-1')->id, qty => 2, position => 1), SL::DB::Assembly->new(parts_id => part('KABEL')->id, qty => 1, position => 2) ])->save;
  $parts{SORT} = SL::DB::Part->new_assortment(common_article(), partnumber => 'SORT', description => 'Sortiment', sellprice => '0',
    assortment_items => [ SL::DB::AssortmentItem->new(parts_id => part('HAMMER-1')->id, qty => 1, position => 1, unit => 'Stck') ])->save;
  my @prices = (['HAMMER-1', $dealers, '17.5'], ['HAMMER-1', $old, '1'], ['HAMMER-10', $dealers, '40'], ['SCHR-M4', $dealers, '4.2'], ['OHNE', $dealers, '0']);
  SL::DB::Price->new(parts_id => part($_->[0])->id, pricegroup_id => $_->[1]->id, price => $_->[2])->save for @prices;
  my @agreed = (['HAMMER-10', 'K10001', '31.5', 1], ['MONTAGE', 'K10002', '60', 1], ['MONTAGE', 'K10002', '58.5', 2], ['KABEL', 'K10004', '12', 1]);
  SL::DB::PartCustomerPrice->new(parts_id => part($_->[0])->id, customer_id => customer($_->[1])->id, price => $_->[2], sortorder => $_->[3],
    customer_partnumber => '')->save for @agreed;
  return $group;
}

# A rule of the page "Preisregeln". Items are [type, operator, value]; a custom variable is its own type.
sub rule {
  my ($name, $values, @items) = @_;
  my $rule = SL::DB::PriceRule->new(name => $name, type => 'customer', priority => 3, %$values)->save;
  for my $item (@items) {
    my ($type, $op, $value) = @$item;
    my $kind = ref $type ? $type->type : $type;
    my %variable = ref $type ? (custom_variable_configs_id => $type->id) : ();
    my $column = $kind =~ /^(?:qty|number)$/ ? 'value_num' : $kind =~ /date$/ ? 'value_date' : $kind eq 'select' ? 'value_text' : 'value_int';
    $value = DateTime->from_ymd($value) if $kind =~ /date$/;
    SL::DB::PriceRuleItem->new(price_rules_id => $rule->id, type => ref $type ? 'cvar' : $type, %variable, op => $op, $column => $value)->save;
  }
  return $rule;
}

sub make_rules {
  my ($dealers, $resale, $group) = @_;
  rule('Aktion Juni', { price => '15', priority => 4 }, ['part', undef, part('HAMMER-1')->id], ['customer', undef, customer('K10004')->id],
    ['transdate', 'gt', '2026-05-31'], ['transdate', 'lt', '2026-07-01']);
  rule('Sonderpreis', { price => '21.5', priority => 4 }, ['part', undef, part('HAMMER-1')->id], ['customer', undef, customer('K10002')->id]);
  rule('Schrauben ab 1000', { reduction => '10' }, ['partsgroup', undef, $group->id], ['qty', 'ge', 1000]);
  rule('Einzelstück', { reduction => '-4' }, ['part', undef, part('KABEL')->id], ['qty', 'le', 1], ['business', undef, $resale->id]);
  rule('Kabelrabatt', { discount => '7.5' }, ['part', undef, part('KABEL')->id], ['customer', undef, customer('K10002')->id]);
  rule('Rabatt mit Vorrang', { discount => '1', priority => 4 }, ['part', undef, part('SCHR-M4')->id], ['business', undef, $resale->id]);
  rule('Abgelaufen', { price => '1', obsolete => 1 }, ['part', undef, part('KABEL')->id]);
  rule('Nach Preisgruppe', { price => '2' }, ['part', undef, part('KABEL')->id], ['pricegroup', undef, $dealers->id]);
  rule('Genau fünf', { price => '9' }, ['part', undef, part('KABEL')->id], ['qty', 'eq', 5]);
  rule('Liefertermin', { price => '3' }, ['part', undef, part('KABEL')->id], ['reqdate', 'gt', '2026-01-01']);
  rule('Einkauf', { price => '0.5', type => 'vendor' }, ['part', undef, part('KABEL')->id]);
  return;
}

# Custom variables, and rules about them.
sub make_variables {
  my %common = (flags => '', searchable => 0, includeable => 0, included_by_default => 0);
  my $region = SL::DB::CustomVariableConfig->new(%common, module => 'CT', name => 'region', description => 'Region', type => 'select', options => 'Nord##Süd',
    default_value => '', sortkey => 1)->save;
  my $width = SL::DB::CustomVariableConfig->new(%common, module => 'IC', name => 'breite', description => 'Breite', type => 'number', default_value => '0',
    flags => 'editable=1:partsgroup_filter=0', sortkey => 1)->save;
  SL::DB::CustomVariable->new(config_id => $region->id, trans_id => customer($_->[0])->id, sub_module => '', text_value => $_->[1])->save
    for ['K10001', 'Süd'], ['K10003', 'Nord'], ['K10010', 'Süd'];
  SL::DB::CustomVariable->new(config_id => $width->id, trans_id => part('OHNE')->id, sub_module => '', number_value => '12.5')->save;
  rule('Region Süd', { price => '25' }, ['part', undef, part('PAUSCHAL')->id], [$region, undef, 'Süd']);
  rule('Region Nord', { price => '24.5' }, ['part', undef, part('PAUSCHAL')->id], [$region, undef, 'Nord']);
  rule('Breite ab 10', { price => '7' }, [$width, 'ge', 10], ['qty', 'ge', 100]);
  return;
}

sub make_masters {
  make_settings();
  my ($dealers, $old, $resale) = make_customers();
  my $group = make_articles($dealers, $old);
  make_rules($dealers, $resale, $group);
  make_variables();
  return;
}

1;
