# What kivitendo says about invoices, payments and accounts. Totals and payments of a document are those that its form shows.
package Receivables;

use strict;
use warnings;
use utf8;
use Exporter qw(import);
use List::Util qw(sum0 any);

use SL::DB::Default;
use SL::DB::Invoice;
use SL::DB::Tax;
use Forms;

our @EXPORT_OK = qw(invoice_opinions statement_opinion open_in_ledger);

sub day { $_[0]->strftime('%Y-%m-%d') }

sub amount { sprintf('%.2f', $::form->round_amount($_[0], 2)) }

# A number as a German form shows it.
sub parsed { $::form->parse_amount(\%::myconfig, $_[0] // 0) }

# Gains and losses by rates are entries on accounts that can be chosen like those of banks.
sub is_difference {
  my ($chart) = @_;
  my $settings = SL::DB::Default->get;
  return any { $chart->id == ($_ // 0) } $settings->fxgain_accno_id, $settings->fxloss_accno_id;
}

sub is_discount { SL::DB::Manager::Tax->get_all_count(where => [ skonto_sales_chart_id => $_[0]->id ]) > 0 }

# Entries of payments by id, as the form of the document shows them. Forms of invoices for advance payment and of final invoices show none: they are
# in the company's currency.
sub paid_rows {
  my ($invoice, %fields) = @_;
  my $sign = $invoice->is_credit_note ? -1 : 1; # the form of credit notes shows amounts without their sign
  return map { $fields{"acc_trans_id_$_"} ? [ $fields{"acc_trans_id_$_"}, $sign * parsed($fields{"paid_$_"}) ] : () } 1 .. $fields{paidaccounts}
    if defined $fields{paidaccounts};
  return map { [ $_->acc_trans_id, -1 * $_->amount ] } sort { $a->acc_trans_id <=> $b->acc_trans_id } grep { $_->chart_link =~ /AR_paid/ } @{ $invoice->transactions };
}

# The form of a document: total, what is paid in its currency, payments by the ids of their entries.
sub shown {
  my ($invoice) = @_;
  my $script = $invoice->invoice ? 'is' : 'ar';
  my %fields = form_of(request($script, 'edit', id => $invoice->id));
  # Of several payments by the form in another currency, the form takes the entries that follow the last one for those of that payment.
  my $by_form = grep { $_->fx_transaction && $_->chart->link =~ /AR_paid/ && !is_difference($_->chart) } @{ $invoice->transactions };
  my @rows = grep { !is_difference($_->{entry}->chart) }
    map { { id => $_->[0], amount => $_->[1], entry => SL::DB::AccTransaction->new(acc_trans_id => $_->[0])->load } } paid_rows($invoice, %fields);
  my @payments = map { { erpPaymentId => '' . $_->{id}, erpInvoiceId => '' . $invoice->id, paymentDate => day($_->{entry}->transdate),
    $by_form > 1 ? () : (amount => amount($_->{amount})) } } grep { !is_discount($_->{entry}->chart) } @rows;
  # The form of bookings shows no total in their currency.
  my $total = $invoice->invoice ? ($invoice->is_credit_note ? -1 : 1) * ($fields{oldinvtotal} // 0) : $invoice->amount / $invoice->get_exchangerate;
  my $open = $by_form > 1 ? $invoice->open_amount_fx($invoice->get_exchangerate) / $invoice->get_exchangerate : $total - sum0(map { $_->{amount} } @rows);
  return { total => $total, open => $open, payments => \@payments };
}

# Entries of final invoices are on the account of receivables or on that of clearing.
sub receivable_entries {
  my ($invoice) = @_;
  my $clearing = SL::DB::Default->get->advance_payment_clearing_chart_id // 0;
  return sort { $a->acc_trans_id <=> $b->acc_trans_id }
    grep { $_->chart_id != $clearing || ($invoice->type // '') eq 'final_invoice' || ($_->memo // '') eq 'reverse booking by final invoice' }
    grep { any { $_ eq 'AR' } split /:/, $_->chart_link } @{ $invoice->transactions };
}

sub lines {
  my ($invoice) = @_;
  if (!$invoice->invoice) {
    my $rate = $invoice->get_exchangerate;
    return [ map {
      my $value = amount($_->amount / $rate);
      { description => $_->chart->description, quantity => $value < 0 ? -1 : 1, unitPrice => abs($value), amount => $value };
    } sort { $a->acc_trans_id <=> $b->acc_trans_id } grep { $_->chart_link =~ /AR_amount/ } @{ $invoice->transactions } ];
  }
  return [ map {
    my $factor = ($_->price_factor || 0) * 1 || 1;
    { description => $_->description, quantity => $_->qty * 1, unitPrice => $_->fxsellprice / $factor,
      amount => amount($_->fxsellprice * (1 - $_->discount) * $_->qty / $factor) };
  } grep { !$_->assemblyitem } @{ $invoice->items_sorted } ];
}

my %states = (VOIDED => 'voided', PAID => 'paid', AUTHORISED => 'authorised');

sub invoice_opinions {
  my ($customers) = @_;
  my (@invoices, @payments, @opinions);
  for my $invoice (@{ SL::DB::Manager::Invoice->get_all(sort_by => 'id') }) {
    my $shown = shown($invoice);
    my $total = $invoice->forex ? $shown->{total} : $invoice->amount;
    my $open  = $invoice->open_amount == 0 ? 0 : $invoice->forex ? $shown->{open} : $invoice->open_amount;
    my $is_closed = $invoice->amount < 0 ? $invoice->paid <= $invoice->amount : $invoice->closed;
    push @invoices, {
      erpInvoiceId => '' . $invoice->id, invoiceNumber => $invoice->invnumber, erpDebtorId => '' . $invoice->customer_id, debtorName => $invoice->customer->name,
      issueDate => day($invoice->transdate), dueDate => day($invoice->duedate // $invoice->transdate), currency => $invoice->currency->name,
      amountTotal => amount($total), amountOutstanding => amount($open), status => $invoice->storno ? 'VOIDED' : $is_closed ? 'PAID' : 'AUTHORISED',
      lines => lines($invoice),
    };
    push @payments, @{ $shown->{payments} };
  }
  for my $customer (@$customers) {
    my @own = sort { $b->{issueDate} cmp $a->{issueDate} || length $b->{erpInvoiceId} <=> length $a->{erpInvoiceId} || $b->{erpInvoiceId} cmp $a->{erpInvoiceId} } grep { $_->{erpDebtorId} eq $customer->id } @invoices;
    splice @own, 100 if @own > 100;
    push @opinions, { path => '/customer-invoices/list', request => { customerErpId => '' . $customer->id, limit => 100 }, answer => { invoices => [ map { {
      erpInvoiceId => $_->{erpInvoiceId}, invoiceNumber => $_->{invoiceNumber},
      customerErpId => $_->{erpDebtorId}, issueDate => $_->{issueDate}, dueDate => $_->{dueDate}, currency => $_->{currency},
      amountTotal => $_->{amountTotal}, amountOpen => $_->{amountOutstanding}, status => $states{ $_->{status} },
    } } @own ] } };
  }
  push @opinions, { path => '/invoices/list', request => {}, answer => { invoices => \@invoices } };
  push @opinions, { path => '/payments/list', request => {}, answer => { payments => [ sort { length $a->{erpPaymentId} <=> length $b->{erpPaymentId} || $a->{erpPaymentId} cmp $b->{erpPaymentId} } @payments ] } };
  return @opinions;
}

# What is open in the company's currency.
sub open_in_ledger {
  my ($customer) = @_;
  return grep { $_->amount != $_->paid } @{ SL::DB::Manager::Invoice->get_all(query => [ customer_id => $customer->id ]) };
}

sub statement_opinion {
  my ($customer, $from, $to) = @_;
  my @entries;
  for my $invoice (@{ SL::DB::Manager::Invoice->get_all(query => [ customer_id => $customer->id ]) }) {
    my @own = receivable_entries($invoice);
    push @entries, map { { day => day($_->transdate), place => $_->acc_trans_id, reference => $invoice->invnumber, amount => -1 * $_->amount } } @own;
    # The entry of a final invoice lacks the tax of the invoices for advance payment.
    if (($invoice->type // '') eq 'final_invoice') {
      my $entry = $entries[ -scalar @own ];
      push @entries, { %$entry, place => $entry->{place} + 0.5, amount => $::form->round_amount($entry->{amount} - $invoice->amount, 2) };
      $entry->{amount} = $invoice->amount;
    }
    my $rest = $::form->round_amount($invoice->open_amount - sum0(map { -1 * $_->amount } @own), 2);
    push @entries, { day => day($invoice->datepaid // $invoice->transdate), place => $own[-1]->acc_trans_id + 0.5, reference => $invoice->invnumber, amount => $rest }
      if $rest != 0 && !$invoice->storno && ($invoice->type // '') !~ /^(?:invoice_for_advance_payment|final_invoice)$/;
  }
  @entries = sort { $a->{day} cmp $b->{day} || $a->{place} <=> $b->{place} } @entries;
  my $balance = sum0 map { $_->{amount} } grep { $_->{day} lt $from } @entries;
  my $opening = $balance;
  my @lines;
  for my $entry (grep { $_->{day} ge $from && $_->{day} le $to } @entries) {
    $balance += $entry->{amount};
    my $debit = $entry->{amount} > 0 ? $entry->{amount} : 0;
    push @lines, { date => $entry->{day}, reference => $entry->{reference}, debit => amount($debit), credit => amount($debit - $entry->{amount}), balance => amount($balance) };
  }
  return { currency => 'EUR', openingBalance => amount($opening), closingBalance => amount($balance), lines => \@lines };
}

1;
