# What the page of orders fills in as the price of one piece.
package Prices;

use strict;
use warnings;
use utf8;
use Exporter qw(import);

use Documents qw(new_order);
use Forms;
use SL::DB::CustomVariableConfig;
use SL::DB::Exchangerate;
use SL::DB::OrderItem;
use SL::DB::Shipto;
use SL::Model::Record;

our @EXPORT_OK = qw(price_opinion);

my %labels = (master_data => sub { 'list price' }, customer_price => sub { 'customer price' },
  pricegroup => sub { 'price group ' . $_[0]->description }, price_rules => sub { 'price rule ' . $_[0]->description });

my @no_price = (undef, 'none');

# Price and source of the line that the page makes of one piece, today. `shipto`: values of variables of the page's own delivery address.
sub price_of {
  my ($customer, $part, %shipto) = @_;
  my $order = new_order('sales_order_intake', $customer);
  $order->reqdate($order->type_data->defaults('reqdate'));
  my $address = SL::DB::Shipto->new(module => 'OE', custom_variables => []);
  $address->cvar_by_name($_)->value($shipto{$_}) for keys %shipto;
  $order->custom_shipto($address);
  if ($order->forex) {
    my $found = SL::DB::Manager::Exchangerate->find_by(currency_id => $order->currency_id, transdate => DateTime->today_local);
    return @no_price if !$found;
    $order->exchangerate($found->buy);
  }
  my $item = SL::DB::OrderItem->new(parts_id => $part->id, qty => 1, unit => $part->unit);
  my ($price, $discount) = SL::Model::Record->get_best_price_and_discount_source($order, $item, ignore_given => 0);
  return @no_price if !($price->price > 0);
  my ($name) = split m{/}, $price->source;
  my $factor = $part->price_factor ? $part->price_factor->factor : 1;
  return (sprintf('%.5f', $::form->round_amount($price->price * (1 - $discount->discount) / $factor, 5)), $labels{$name}->($price));
}

# The price for each option of the delivery address: one that depends on them is none.
sub price_opinion {
  my ($customer, $part) = @_;
  my $configs = SL::DB::Manager::CustomVariableConfig->get_all(query => [ module => 'ShipTo' ]);
  my @addresses = map { my $config = $_; map { { $config->name => $_ } } @{ $config->processed_options } } @$configs;
  my %prices = map { my ($price, $source) = price_of($customer, $part, %$_); ($price // '' => [$price, $source]) } @addresses ? @addresses : {};
  my ($price, $source) = keys %prices == 1 ? @{ (values %prices)[0] } : @no_price;
  return { path => '/pricing/resolve', request => { customerErpId => '' . $customer->id, productErpId => '' . $part->id },
    answer => { systemUnitPrice => $price, source => $source } };
}

1;
