# Makes price rules about custom variables of every kind, each for an article and customers of its own, and prints what the page of orders fills in for
# them: one JSON object on each line. With the argument `remove` it removes all that it has made. The working directory is an instance (instance.ts).
package Variables;

use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use JSON ();

use Forms;
use Masters qw(rule common_customer common_article);
use Prices qw(price_opinion);
use SL::DB::Customer;
use SL::DB::CustomVariable;
use SL::DB::CustomVariableConfig;
use SL::DB::Part;
use SL::DB::PriceRule;

my $day = DateTime->from_ymd('2026-03-01');

# Of each type: the column of its values; values that are stored (an array has one or none); operators and values of rules; a default.
my %types = (
  select => { column => 'text_value', options => 'Nord##Süd##West', default => 'Süd', stored => [ [], ['Nord'], ['Süd'], [''], [undef] ], rules => [ [undef, 'Nord'], [undef, 'Süd'] ] },
  number => { column => 'number_value', unset => '0', default => '12.5', stored => [ [], ['10'], ['9.5'], ['0'], [undef] ],
    rules => [ ['eq', '10'], ['le', '10'], ['ge', '10'], ['eq', '12.5'] ] },
  date => { column => 'timestamp_value', default => '01.02.2026', stored => [ [], [ $day->clone->add(hours => 14) ], [ $day->clone->subtract(days => 1) ], [undef] ],
    rules => [ ['eq', '2026-03-01'], ['lt', '2026-03-01'], ['gt', '2026-02-28'] ] },
  map { ($_ => { column => 'number_value', object => $_, stored => [ [], ['this'], ['0'], [undef] ], rules => [ [undef, 'this'] ] }) } qw(part customer vendor),
);

my (%objects, %customers, $count);

sub config {
  my ($module, $type, $default, $flags) = @_;
  $count++;
  return SL::DB::CustomVariableConfig->new(module => $module, type => $type, name => "variable_$count", description => "Variable $count", flags => $flags // '',
    default_value => $default, options => $types{$type}{options} // '', searchable => 0, includeable => 0, included_by_default => 0, sortkey => $count)->save;
}

sub article {
  $count++;
  return SL::DB::Part->new_part(common_article(), partnumber => "VAR-$count", description => "Variable $count", sellprice => 100)->save;
}

sub customer_for {
  my ($name) = @_;
  return $customers{$name} //= SL::DB::Customer->new(common_customer(), name => "Variable $name", customernumber => "VAR-$name")->save;
}

sub store {
  my ($config, $owner, @value) = @_;
  return if !@value;
  my $type = $types{ $config->type };
  my $value = ($value[0] // '') eq 'this' ? $objects{ $type->{object} } : $value[0];
  return SL::DB::CustomVariable->new(config_id => $config->id, trans_id => $owner->id, sub_module => '', $type->{column} => $value)->save;
}

# A rule with a price of its own, so that the price of the article shows whether it applies.
sub variable_rule {
  my ($config, $part, $customer, $op, $value) = @_;
  $count++;
  $value = $objects{ $types{ $config->type }{object} } if $value eq 'this';
  return rule("Variable $count", { price => 1 + $count / 100 }, ['part', undef, $part->id], $customer ? ['customer', undef, $customer->id] : (), [$config, $op, $value]);
}

# kivitendo reads a day that is a default in the format of each user, or fails, so that there is no price to compare.
sub is_open {
  my ($config, @stored) = @_;
  return $config->type eq 'date' && $config->default_value && !defined $stored[0] && (!@stored || $config->flags =~ /editable=1/);
}

# Variables of articles: an article for each stored value, with a rule for each customer.
sub of_articles {
  my ($config) = @_;
  my $type = $types{ $config->type };
  my @pairs;
  for my $stored (@{ $type->{stored} }) {
    my $part = article();
    store($config, $part, @$stored);
    for my $index (0 .. $#{ $type->{rules} }) {
      my $customer = customer_for($index);
      variable_rule($config, $part, $customer, @{ $type->{rules}[$index] });
      push @pairs, [$customer, $part] if !is_open($config, @$stored);
    }
  }
  return @pairs;
}

# Variables of customers: a customer for each stored value, an article for each rule.
sub of_customers {
  my ($config) = @_;
  my $type = $types{ $config->type };
  my @stored = @{ $type->{stored} };
  my @owners = map { my $owner = customer_for($_); store($config, $owner, @{ $stored[$_] }); is_open($config, @{ $stored[$_] }) ? () : $owner } 0 .. $#stored;
  return map {
    my $part = article();
    variable_rule($config, $part, undef, @$_);
    map { [$_, $part] } @owners;
  } @{ $type->{rules} };
}

# Of a document's contact, project and delivery address, which a new document does not have, or only as a form with the first option.
sub of_others {
  return map {
    my ($module, $type, $value) = @$_;
    my $part = article();
    variable_rule(config($module, $type, $types{$type}{unset} // ''), $part, undef, @$value);
    [customer_for(0), $part];
  } ['Contacts', 'number', ['le', '10']], ['Projects', 'select', [undef, 'Nord']], ['ShipTo', 'select', [undef, 'Süd']];
}

sub print_prices {
  fresh_request(); # kivitendo keeps variables for a request
  print JSON->new->utf8->canonical->encode(price_opinion(@$_)), "\n" for @_;
  return;
}

# Those for which a price is computed several times are the last ones: delivery addresses.
sub make {
  for my $name (qw(select number part customer vendor date)) {
    my $type = $types{$name};
    for my $default ($type->{unset} // '', $type->{object} ? $objects{ $type->{object} } : $type->{default}) {
      print_prices(of_customers(config('CT', $name, $default)));
      print_prices(of_articles(config('IC', $name, $default, $_))) for 'editable=0:partsgroup_filter=0', 'partsgroup_filter=0:editable=1';
    }
  }
  print_prices(of_others());
  return;
}

sub remove {
  my $dbh = SL::DB->client->dbh;
  $dbh->do($_) for
    "DELETE FROM price_rule_items WHERE price_rules_id IN (SELECT id FROM price_rules WHERE name LIKE 'Variable %')",
    "DELETE FROM price_rules WHERE name LIKE 'Variable %'",
    "DELETE FROM custom_variables WHERE config_id IN (SELECT id FROM custom_variable_configs WHERE name LIKE 'variable\\_%')",
    "DELETE FROM custom_variable_configs WHERE name LIKE 'variable\\_%'",
    "DELETE FROM parts WHERE partnumber LIKE 'VAR-%'",
    "DELETE FROM customer WHERE customernumber LIKE 'VAR-%'";
  return;
}

login();
if (@ARGV) {
  remove();
} else {
  binmode STDOUT, ':raw';
  %objects = (part => SL::DB::Manager::Part->find_by(partnumber => 'KABEL')->id, customer => SL::DB::Manager::Customer->find_by(customernumber => 'K10001')->id,
    vendor => SL::DB::Manager::Vendor->find_by(vendornumber => 'L1')->id);
  make();
}
