# What kivitendo's own classes and forms say about every record: one JSON object on each line, with path, request and answer in the contract's terms.
# The working directory is an instance (instance.ts). Nothing is written.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use JSON ();
use List::Util qw(sum0 max);

use Forms;
use Prices qw(price_opinion);
use Receivables qw(invoice_opinions statement_opinion open_in_ledger);
use SL::DB::Customer;
use SL::DB::Default;
use SL::DB::Order;
use SL::DB::Part;
use SL::DB::RecordLink;

my $json = JSON->new->utf8->canonical;


sub opinion {
  my ($path, $request, $answer) = @_;
  print $json->encode({ path => $path, request => $request, answer => $answer }), "\n";
  return;
}

sub day { $_[0]->strftime('%Y-%m-%d') }

# An amount with its decimals, without binary noise.
sub amount { sprintf('%.2f', $::form->round_amount($_[0], 2)) }

sub present { join ', ', grep { defined && length } @_ }

sub address_hit {
  my ($id, $kind, $name, $country, @parts) = @_;
  my ($first, $second, $street, $zip, $city) = @parts;
  my $place = join ' ', grep { defined && length } $zip, $city;
  return { erpLocationId => $id, addressKind => $kind, erpLabel => $name, address => present($first, $second, $street, $place, $country ? $country->description_de : undef) };
}

sub addresses {
  my ($customer) = @_;
  return [] if $customer->obsolete;
  my $own = sub {
    address_hit('customer:' . $customer->id, $_[0], $customer->name, $customer->country, map { $customer->$_ } qw(department_1 department_2 street zipcode city));
  };
  my @billing = sort { $a->id <=> $b->id } @{ $customer->additional_billing_addresses };
  my $billed = sub {
    my ($one) = @_;
    address_hit('billing:' . $one->id, 'billing', $one->name, $one->country, map { $one->$_ } qw(department_1 department_2 street zipcode city));
  };
  my @shipping = map {
    my $one = $_;
    address_hit('shipping:' . $one->shipto_id, 'shipping', $one->shiptoname, $one->shiptocountry, map { my $column = "shipto$_"; $one->$column } qw(department_1 department_2 street zipcode city));
  } sort { $a->shipto_id <=> $b->shipto_id } @{ $customer->shipto };
  my @defaults = map { $billed->($_) } grep { $_->default_address } @billing;
  my @others   = map { $billed->($_) } grep { !$_->default_address } @billing;
  return [ @defaults, $own->('shipping'), $own->('billing'), @others, @shipping ];
}

sub catalogue {
  my ($customers, $parts) = @_;
  my @active = sort { lc($a->name) cmp lc($b->name) } grep { !$_->obsolete && !$_->order_lock } @$customers;
  opinion('/catalog/customers/search', { query => '', limit => 500 },
    { hits => [ map { { erpId => '' . $_->id, erpName => $_->name, defined $_->city ? (city => $_->city) : () } } @active ] });
  opinion('/catalog/customers/addresses', { customerId => '' . $_->id }, { hits => addresses($_) }) for @$customers;
  my $hit = sub { { erpSku => $_[0]->partnumber, erpDesc => $_[0]->description, erpProductId => '' . $_[0]->id } };
  opinion('/catalog/products/search', { query => '', limit => 500 },
    { hits => [ map { $hit->($_) } sort { lc($a->description) cmp lc($b->description) } @$parts ] });
  for my $part (@$parts) {
    my $number = lc $part->partnumber;
    my @found = grep { index(lc($_->partnumber), $number) == 0 } @$parts;
    opinion('/catalog/products/by-sku', { sku => $part->partnumber },
      { hits => [ map { $hit->($_) } sort { (lc($a->partnumber) ne $number) <=> (lc($b->partnumber) ne $number) || lc($a->partnumber) cmp lc($b->partnumber) } @found ] });
  }
  return;
}

sub is_confirmed {
  my ($order) = @_;
  my $made = SL::DB::Manager::RecordLink->get_all(query => [ from_table => 'oe', to_table => 'oe', from_id => $order->id ]);
  return grep { SL::DB::Order->new(id => $_->to_id)->load->type eq 'sales_order' } @$made;
}

sub orders {
  my ($customers, $parts) = @_;
  my @all = sort { day($b->transdate) cmp day($a->transdate) || $b->id <=> $a->id }
    grep { $_->type eq 'sales_order' || ($_->type eq 'sales_order_intake' && !is_confirmed($_)) } @{ SL::DB::Manager::Order->get_all };
  my %lists = (
    '/sales-orders/list' => sub {
      my ($o) = @_;
      my $status = $o->closed ? 'closed' : $o->intake ? 'draft' : $o->delivered ? 'delivered' : 'authorised';
      return { erpSoId => '' . $o->id, soNumber => $o->record_number, customerErpId => '' . $o->customer_id, orderDate => day($o->transdate), status => $status };
    },
    '/purchase-orders/list' => sub {
      my ($o) = @_;
      return if ($o->cusordnumber // '') eq '';
      my $status = $o->closed ? 'closed' : $o->intake ? 'open' : 'accepted';
      return { erpPoId => '' . $o->id, poNumber => $o->cusordnumber, customerErpId => '' . $o->customer_id, orderDate => day($o->transdate), status => $status };
    },
  );
  for my $path (sort keys %lists) {
    for my $customer (undef, @$customers) {
      my @rows = map { $lists{$path}->($_) } grep { !$customer || $_->customer_id == $customer->id } @all;
      splice @rows, 100 if @rows > 100;
      opinion($path, { limit => 100, $customer ? (customerErpId => '' . $customer->id) : () }, { orders => \@rows });
    }
  }
  for my $customer (@$customers) {
    for my $part (@$parts) {
      for my $period (['2026-01-01', undef], ['2026-05-05', '2026-06-02']) {
        my $sum = sum0 map { $_->unit_obj->convert_to($_->qty, $part->unit_obj) }
          grep { $_->parts_id == $part->id && !$_->optional }
          map { @{ $_->items } }
          grep { $_->type eq 'sales_order' && $_->customer_id == $customer->id && day($_->transdate) ge $period->[0] && (!$period->[1] || day($_->transdate) le $period->[1]) } @all;
        my $units = int($sum) + ($sum > int($sum) ? 1 : 0);
        opinion('/sales-orders/usage', { customerErpId => '' . $customer->id, sku => $part->partnumber, periodStart => $period->[0], $period->[1] ? (periodEnd => $period->[1]) : () },
          { units => max(0, $units) });
      }
    }
  }
  return;
}

sub accounts {
  my ($customers, $invoices) = @_;
  for my $customer (@$customers) {
    my $limit = $customer->creditlimit * 1;
    opinion('/credit/customer', { customerErpId => '' . $customer->id },
      { creditLimit => $limit || undef, creditUsed => amount($limit - $customer->get_credit_remaining), currency => 'EUR' });
    opinion('/customer-statement/get', { customerErpId => '' . $customer->id, periodStart => $_->[0], periodEnd => $_->[1] }, statement_opinion($customer, @$_))
      for ['2026-01-01', '2026-12-31'], ['2026-04-10', '2026-05-12'];
  }
  return;
}

login();
binmode STDOUT, ':raw'; # the login sets an encoding
my $customers = SL::DB::Manager::Customer->get_all(sort_by => 'id');
my $parts = [ grep { !$_->obsolete && !$_->is_assortment && $_->classification->used_for_sale } @{ SL::DB::Manager::Part->get_all(sort_by => 'id') } ];
catalogue($customers, $parts);
for my $customer (grep { !$_->obsolete } @$customers) {
  opinion(@{ price_opinion($customer, $_) }{qw(path request answer)}) for @$parts;
}
orders($customers, $parts);
accounts($customers);
my @debtors = grep { !$_->obsolete || open_in_ledger($_) } @$customers;
opinion('/debtors/list', {}, { debtors => [ map {
  my $mail = $_->invoice_mail || $_->email || '';
  my ($first) = grep { /^[^\s@]+@[^\s@]+$/ } split /\s*[,;]\s*/, $mail;
  { erpDebtorId => '' . $_->id, name => $_->name, defined $first ? (email => $first) : () };
} @debtors ] });
opinion($_->{path}, $_->{request}, $_->{answer}) for invoice_opinions($customers);
