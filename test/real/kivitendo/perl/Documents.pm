# Documents of the company that fill.pl makes, through kivitendo's own forms and classes.
package Documents;

use strict;
use warnings;
use utf8;
use Exporter qw(import);

use SL::Controller::Order;
use SL::DB::Default;
use SL::DB::Employee;
use SL::DB::Invoice;
use SL::DB::Order;
use SL::DB::OrderItem;
use SL::DB::Part;
use SL::Model::Record;
use Forms;
use Masters;

our @EXPORT = qw(order invoice invoice_of_form booking paid_by_form paid_by_class cancelled invoice_id german new_order new_item);

# 2026-03-02 as kivitendo's forms expect it.
sub german { join '.', reverse split /-/, $_[0] }

sub decimal { my ($number) = @_; $number =~ s/\./,/; return $number }

# An unsaved document, as the page of orders begins one for a customer.
sub new_order {
  my ($type, $customer, $date) = @_;
  my $order = SL::DB::Order->new(record_type => $type, customer_id => $customer->id, employee_id => SL::DB::Manager::Employee->current->id);
  SL::Model::Record->update_after_new($order);
  SL::Model::Record->update_after_customer_vendor_change($order);
  $order->transdate(DateTime->from_ymd($date)) if $date;
  $order->reqdate(undef);
  return $order;
}

# A line as the page makes it. What the page shows as an object, its form sends as a text.
sub new_item {
  my ($order, $fields) = @_;
  my $item = SL::Controller::Order::new_item($order, $fields);
  for my $source (qw(active_price_source active_discount_source)) {
    $item->$source($item->$source->source) if ref $item->$source;
  }
  return $item;
}

# items: [number, quantity, other attributes]. The page fills in price and discount where none is stated.
sub order {
  my ($type, $number, $date, $items, %more) = @_;
  my $order = new_order($type, customer($number), $date);
  $order->$_($more{$_}) for keys %more;
  my @items = map {
    my ($name, $quantity, $given) = @$_;
    new_item($order, { parts_id => part($name)->id, qty => $quantity, %{ $given // {} } });
  } @$items;
  $order->orderitems(\@items);
  SL::Model::Record->save($order);
  return $order;
}

sub invoice_id {
  my ($number) = @_;
  my $invoice = SL::DB::Manager::Invoice->find_by(invnumber => $number) or die "no invoice $number";
  return $invoice->id;
}

# Sends a form that changes something: kivitendo answers with a redirection, or with a page that says why not.
sub sent {
  my $page = request(@_);
  return if $page =~ /^Location:|Zahlung gebucht!|erfolgreich storniert/m;
  $page =~ s/<(script|style)[^>]*>.*?<\/\1>//gs;
  $page =~ s/<[^>]*>|\s+/ /g;
  die "$_[0] $_[1]: " . substr($page, 0, 2000);
}

sub article_id { SL::DB::Manager::Part->find_by(partnumber => $_[0])->id }

# An invoice or credit note by the form of sales invoices. items: [number, quantity, price or undef, discount in per cent or undef, text or undef].
# customer: its number, or an object.
sub invoice {
  my ($type, $number, $customer, $date, $items, %more) = @_;
  my %fields = form_of(request('is', 'add', type => $type));
  %fields = form_of(request('is', 'update', %fields, customer_id => (ref $customer ? $customer : customer($customer))->id, invdate => german($date)));
  %fields = (%fields, duedate => german($more{due} // $date), taxincluded_changed_by_user => 1, %{ $more{fields} // {} });
  %fields = form_of(request('is', 'update', %fields)) if $more{fields};
  return invoice_of_form($number, $date, \%fields, $items, %more);
}

# Adds lines to a form of sales invoices, and posts it.
sub invoice_of_form {
  my ($number, $date, $form, $items, %more) = @_;
  my %fields = %$form;
  my $row = grep { /^id_\d+$/ && $fields{$_} } keys %fields;
  for my $item (@$items) {
    my ($part, $quantity, $price, $discount, $text) = @$item;
    $row++;
    %fields = form_of(request('is', 'update', %fields, "partnumber_$row" => $part, "id_$row" => article_id($part)));
    $fields{"qty_$row"}      = decimal($quantity);
    $fields{"sellprice_$row"} = decimal($price)    if defined $price;
    $fields{"discount_$row"}  = decimal($discount) if defined $discount;
    $fields{"description_$row"} = $text if defined $text;
    $fields{"active_price_source_$row"} = '' if defined $price;
    $fields{"active_discount_source_$row"} = '' if defined $discount;
  }
  # The form proposes a first payment, of 0.
  %fields = form_of(request('is', 'update', %fields));
  sent('is', 'post', %fields, invnumber => $number, invdate => german($date), duedate => german($more{due} // $date), %{ $more{last} // {} });
  return invoice_id($number);
}

# A booking of accounts receivable, by its own form. lines: [account, amount, id of the tax].
sub booking {
  my ($number, $customer, $date, $lines, %more) = @_;
  my %fields = form_of(request('ar', 'add'));
  %fields = (%fields, customer_id => customer($customer)->id, invnumber => $number, transdate => german($date), duedate => german($date), %{ $more{fields} // {} });
  my $row = 0;
  for my $line (@$lines) {
    my ($account, $amount, $tax) = @$line;
    $row++;
    %fields = form_of(request('ar', 'update', %fields)) if $row > 1;
    $fields{"AR_amount_chart_id_$row"} = chart($account)->id;
    $fields{"amount_$row"}   = decimal($amount);
    $fields{"taxchart_$row"} = $tax;
  }
  %fields = form_of(request('ar', 'update', %fields));
  sent('ar', 'post', %fields, invnumber => $number, duedate => german($more{due} // $date), %{ $more{last} // {} });
  return invoice_id($number);
}

# Payments in the form of the document, in its currency: [day, amount, account, note, rate of the day in another currency].
sub paid_by_form {
  my ($script, $number, @payments) = @_;
  for my $payment (@payments) {
    my ($day, $amount, $account, $note, $rate) = @$payment;
    my %fields = form_of(request($script, 'edit', id => invoice_id($number)));
    my $row = $fields{paidaccounts};
    %fields = (%fields, "datepaid_$row" => german($day), "paid_$row" => decimal($amount), "AR_paid_$row" => $account, "memo_$row" => $note // '', "exchangerate_$row" => decimal($rate // ''));
    sent($script, 'post_payment', %fields);
  }
  return;
}

# Payments as the page of bank transactions books them, in the company's currency.
sub paid_by_class {
  my ($number, %payment) = @_;
  my $invoice = SL::DB::Invoice->new(id => invoice_id($number))->load;
  $invoice->pay_invoice(chart_id => chart('1200')->id, %payment, transdate => DateTime->from_ymd($payment{transdate}));
  return;
}

# Cancels a document with the form's button "Storno", and dates what it has made.
sub cancelled {
  my ($script, $number, $day) = @_;
  my $id = invoice_id($number);
  sent($script, 'storno', form_of(request($script, 'edit', id => $id)), id => $id);
  my $made = SL::DB::Manager::Invoice->find_by(storno_id => $id) or die "$number is not cancelled";
  my $dbh = $made->db->dbh;
  $dbh->do('UPDATE ar SET transdate = ?, duedate = ?, datepaid = ? WHERE id = ?', undef, $day, $day, $day, $made->id);
  $dbh->do('UPDATE ar SET datepaid = ? WHERE id = ?', undef, $day, $id);
  $dbh->do('UPDATE acc_trans SET transdate = ? WHERE trans_id = ?', undef, $day, $made->id);
  return;
}

1;
