# Adds documents to a filled kivitendo that the fixture of the cases does not have. The working directory is an instance (instance.ts).
package Later;

use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Documents;
use Forms;
use Masters qw(chart);

# The form of an invoice for advance payment makes the final invoice, with its lines. `account`: the account of receivables. The form takes the one
# of the first entry of the invoice for advance payment, which is by chance that of receivables or that of clearing. items: further lines.
sub final_invoice {
  my ($number, $advance, $date, $account, @items) = @_;
  my %fields = form_of(request('is', 'final_invoice', form_of(request('is', 'edit', id => invoice_id($advance)))));
  return invoice_of_form($number, $date, { %fields, AR_chart_id => chart($account)->id }, \@items);
}

my $bank = '1200--Bank';

sub advances {
  invoice('invoice_for_advance_payment', 'ANZ-1', 'K10001', '2026-05-06', [['HAMMER-1', 10, '19.99']], due => '2026-05-20');
  paid_by_class('ANZ-1', amount => '237.88', transdate => '2026-05-12', payment_type => 'without_skonto');
  final_invoice('SR-1', 'ANZ-1', '2026-05-28', '1593', ['KABEL', 5, '11.11111']);
  invoice('invoice_for_advance_payment', 'ANZ-2', 'K10002', '2026-05-07', [['BUCH/7', 3, '39.9']], due => '2026-05-21');
  paid_by_class('ANZ-2', amount => '50', transdate => '2026-05-13', payment_type => 'without_skonto');
  invoice('invoice_for_advance_payment', 'ANZ-3', 'K10011', '2026-05-08', [['MONTAGE', 1, '65']], due => '2026-05-22');
  paid_by_class('ANZ-3', amount => '73.48', transdate => '2026-05-14', payment_type => 'without_skonto');
  final_invoice('SR-3', 'ANZ-3', '2026-05-29', '1400', ['MONTAGE', 2, '65']);
  paid_by_class('SR-3', amount => '146.97', transdate => '2026-06-10', payment_type => 'without_skonto');
}

# Invoices with tax in dollars, at the rate of their day and at one of their own, and payments at exactly their rate and at others.
sub currencies {
  my @dollars = (fields => { currency => 'USD' });
  invoice('invoice', 'USD-1', 'K10001', '2026-05-04', [['HAMMER-1', 7, '19.99', '3'], ['BUCH/7', 3, '41.37', '0']], @dollars);
  invoice('invoice', 'USD-2', 'K10002', '2026-04-10', [['HAMMER-10', 3, '33.33', '0']], @dollars, last => { exchangerate => '0,91234' });
  invoice('invoice', 'USD-3', 'K10004', '2026-05-04', [['KABEL', 3, '11.11', '0'], ['BUCH/7', 1, '39.9', '0']], fields => { currency => 'USD', taxincluded => 1 });
  invoice('credit_note', 'USD-4', 'K10001', '2026-05-04', [['HAMMER-1', 2, '19.99', '0']], @dollars);
  booking('USD-5', 'K10002', '2026-05-04', [['8400', '33.33', '777--0.19000']], last => { currency => 'USD', exchangerate => '0,88' });
  # The form takes what rounding has changed in the company's currency for a payment, of 0.01 or -0.01.
  invoice('invoice', 'USD-6', 'K10001', '2026-05-04', [['HAMMER-1', 1, '37.04', '0']], @dollars);
  invoice('invoice', 'USD-7', 'K10001', '2026-05-04', [['HAMMER-1', 1, '36.21', '0']], @dollars);
  invoice('invoice', 'USD-8', 'K10001', '2026-05-04', [['HAMMER-1', 1, '32.71', '0']], @dollars);
  paid_by_form('is', 'USD-7', ['2026-05-04', '10', $bank, '', '0.88']);
  paid_by_form('is', 'USD-8', ['2026-05-04', '38.92', $bank, '', '0.88']);
  paid_by_form('is', 'USD-1', ['2026-05-04', '100', $bank, '', '0.88']);
  # The form takes no payments of an invoice with a rate of its own: it forgets the name of its script.
  paid_by_class('USD-2', amount => '46.51', transdate => '2026-04-10', currency => 'USD', exchangerate => 0.93);
  paid_by_class('USD-3', amount => '44', transdate => '2026-05-04', currency => 'USD', exchangerate => 0.88);
  paid_by_form('is', 'USD-4', ['2026-05-04', '20', $bank, '', '0.88']);
  paid_by_form('ar', 'USD-5', ['2026-05-04', '13.33', $bank, '', '0.88']);
}

login();
advances();
currencies();
print "added\n";
