# Adds documents to a filled kivitendo that the fixture of the cases does not have. The working directory is an instance (instance.ts).
package Later;

use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Documents;
use Forms;

# The form of an invoice for advance payment makes the final invoice, with its lines. items: further lines.
sub final_invoice {
  my ($number, $advance, $date, @items) = @_;
  my %fields = form_of(request('is', 'final_invoice', form_of(request('is', 'edit', id => invoice_id($advance)))));
  return invoice_of_form($number, $date, \%fields, \@items);
}

my $bank = '1200--Bank';

sub advances {
  invoice('invoice_for_advance_payment', 'ANZ-1', 'K10001', '2026-05-06', [['HAMMER-1', 10, '19.99']], due => '2026-05-20');
  paid_by_class('ANZ-1', amount => '237.88', transdate => '2026-05-12', payment_type => 'without_skonto');
  final_invoice('SR-1', 'ANZ-1', '2026-05-28', ['KABEL', 5, '11.11111']);
  invoice('invoice_for_advance_payment', 'ANZ-2', 'K10002', '2026-05-07', [['BUCH/7', 3, '39.9']], due => '2026-05-21');
  paid_by_class('ANZ-2', amount => '50', transdate => '2026-05-13', payment_type => 'without_skonto');
  invoice('invoice_for_advance_payment', 'ANZ-3', 'K10011', '2026-05-08', [['MONTAGE', 1, '65']], due => '2026-05-22');
  paid_by_class('ANZ-3', amount => '77.35', transdate => '2026-05-14', payment_type => 'without_skonto');
  final_invoice('SR-3', 'ANZ-3', '2026-05-29', ['MONTAGE', 2, '65']);
  paid_by_form('is', 'SR-3', ['2026-06-10', '154.7', $bank]);
}

# Invoices with tax in dollars, at the rate of their day and at one of their own, and payments at exactly their rate and at others.
sub currencies {
  my @dollars = (fields => { currency => 'USD' });
  invoice('invoice', 'USD-1', 'K10001', '2026-05-04', [['HAMMER-1', 7, '19.99', '3'], ['BUCH/7', 3, '41.37', '0']], @dollars);
  invoice('invoice', 'USD-2', 'K10002', '2026-04-10', [['HAMMER-10', 3, '33.33', '0']], @dollars, last => { exchangerate => '0,91234' });
  invoice('invoice', 'USD-3', 'K10004', '2026-05-04', [['KABEL', 3, '11.11', '0'], ['BUCH/7', 1, '39.9', '0']], fields => { currency => 'USD', taxincluded => 1 });
  invoice('credit_note', 'USD-4', 'K10001', '2026-05-04', [['HAMMER-1', 2, '19.99', '0']], @dollars);
  booking('USD-5', 'K10002', '2026-05-04', [['8400', '33.33', '777--0.19000']], fields => { currency => 'USD', exchangerate => '0,88' });
  paid_by_form('is', 'USD-1', ['2026-05-04', '100', $bank, '', '0.88']);
  paid_by_form('is', 'USD-2', ['2026-04-10', '50.01', $bank, '', '0.93'], ['2026-05-04', '10', $bank, '', '0.88']);
  paid_by_class('USD-3', amount => '44', transdate => '2026-05-04', currency => 'USD', exchangerate => 0.88);
  paid_by_form('is', 'USD-4', ['2026-05-04', '20', $bank, '', '0.88']);
  paid_by_form('ar', 'USD-5', ['2026-05-04', '13.33', $bank, '', '0.88']);
}

login();
advances();
currencies();
print "added\n";
