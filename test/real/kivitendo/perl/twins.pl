# Writes the documents of a file once more with kivitendo's own forms and classes, and prints the rows of both: one JSON object on each line.
# The argument is a file with a list of pushed documents (writes.ts). The working directory is an instance (instance.ts).
package Twins; # the package main has the functions of kivitendo's scripts

use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use JSON ();

use Documents;
use Forms;
use Masters qw(chart);
use SL::DB::Currency;
use SL::DB::Customer;
use SL::DB::Exchangerate;
use SL::DB::Invoice;
use SL::DB::Part;
use SL::Model::Record;

my $json = JSON->new->utf8->canonical;
# Of the document alone: keys, times and numbers.
my %own = map { ($_ => 1) } qw(id trans_id itime mtime ordnumber invnumber cusordnumber snumbers acc_trans_id memo employee_id salesman_id);

sub part_id { SL::DB::Manager::Part->find_by(partnumber => $_[0])->id }

sub rate_of {
  my ($currency_id) = @_;
  return SL::DB::Manager::Exchangerate->find_by(currency_id => $currency_id, transdate => DateTime->today_local)->buy;
}

sub draft {
  my ($pushed) = @_;
  my $customer = SL::DB::Manager::Customer->find_by(customernumber => $pushed->{customer});
  my $order = new_order('sales_order_intake', $customer);
  $order->reqdate($order->type_data->defaults('reqdate'));
  $order->currency_id(SL::DB::Manager::Currency->find_by(name => $pushed->{fields}{currency})->id);
  $order->exchangerate(rate_of($order->currency_id)) if $order->forex;
  $order->orderitems([ map {
    my $part = SL::DB::Part->new(id => part_id($_->{sku}))->load;
    my $factor = $part->price_factor ? $part->price_factor->factor : 1;
    my @stated = defined $_->{unitPrice} ? (sellprice => $_->{unitPrice} * $factor, discount => 0) : ();
    new_item($order, { parts_id => $part->id, qty => $_->{qty}, @stated });
  } @{ $pushed->{fields}{lines} } ]);
  SL::Model::Record->save($order);
  return $order->id;
}

# The form takes the article, and then texts, quantities and prices.
sub posted {
  my ($pushed) = @_;
  my $fields = $pushed->{fields};
  my $customer = SL::DB::Customer->new(id => $fields->{erpDebtorId})->load;
  my $number = "TWIN-$fields->{invoiceNumber}";
  my @items = map { [ $pushed->{article}, $_->{quantity}, $_->{unitPrice}, 0, $_->{description} ] } @{ $fields->{lines} };
  return invoice('invoice', $number, $customer, $fields->{issueDate}, \@items, due => $pushed->{due}, fields => { currency => $fields->{currency} },
    last => { payment_id => $customer->payment_id // '' });
}

# The twin of the invoice that was paid by a push is paid in its form.
sub paid {
  my ($pushed) = @_;
  my $invoice = SL::DB::Invoice->new(id => $pushed->{twin})->load;
  my $account = chart($pushed->{account});
  for my $payment (@{ $pushed->{payments} }) {
    my $found = SL::DB::Manager::Exchangerate->find_by(currency_id => $invoice->currency_id, transdate => DateTime->from_ymd($payment->{day}));
    paid_by_form('is', $pushed->{number}, [ $payment->{day}, $payment->{amount}, $account->accno . '--' . $account->description, '', $found ? $found->buy : '' ]);
  }
  return $invoice->id;
}

sub rows {
  my ($sql, @values) = @_;
  my $rows = SL::DB->client->dbh->selectall_arrayref("SELECT row_to_json(t)::text AS row FROM ($sql) t", { Slice => {} }, @values);
  return [ map {
    my $row = JSON->new->decode($_->{row});
    delete $row->{$_} for grep { $own{$_} || !defined $row->{$_} || $row->{$_} eq '' } keys %$row;
    $row;
  } @$rows ];
}

my %tables = (
  draft   => { oe => 'id = ?', orderitems => 'trans_id = ? ORDER BY position', history_erp => 'trans_id = ?' },
  invoice => { ar => 'id = ?', invoice => 'trans_id = ? ORDER BY position', acc_trans => 'trans_id = ? ORDER BY chart_id, amount', history_erp => 'trans_id = ?' },
  payment => { ar => 'id = ?', acc_trans => 'trans_id = ? ORDER BY chart_id, amount' },
);

login();
binmode STDOUT, ':raw';
open(my $file, '<:raw', $ARGV[0]) or die $!;
my $pushed = do { local $/; JSON->new->utf8->decode(<$file>) };
for my $one (@$pushed) {
  my $kind = $one->{kind};
  $one->{twin} = SL::DB::Manager::Invoice->find_by(invnumber => $one->{number})->id if $kind eq 'payment';
  my $twin = $kind eq 'draft' ? draft($one) : $kind eq 'invoice' ? posted($one) : paid($one);
  for my $table (sort keys %{ $tables{$kind} }) {
    my $sql = "SELECT * FROM $table WHERE $tables{$kind}{$table}";
    print $json->encode({ kind => $kind, name => $one->{name}, table => $table, written => rows($sql, $one->{id}), expected => rows($sql, $twin) }), "\n";
  }
}
