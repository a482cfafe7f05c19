# Fills a new kivitendo with a company. The working directory is an instance (instance.ts).
package Fill; # the package main has the functions of kivitendo's scripts

use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Forms;
use Masters;
use Documents;
use SL::DB::Employee;

sub orders {
  order('sales_order', 'K10001', '2026-05-04', [['HAMMER-1', 10], ['BUCH/7', 2], ['KABEL', 2500, { unit => 'g' }]], cusordnumber => '4711/A');
  order('sales_order', 'K10001', '2026-05-20', [['HAMMER-1', 3], ['SCHR-M4', 1500]], cusordnumber => 'PO "77"', closed => 1);
  order('sales_order', 'K10001', '2026-06-01', [['HAMMER-1', 4, { optional => 1 }], ['MONTAGE', '1.5']]);
  order('sales_order', 'K10002', '2026-06-03', [['KABEL', '0.25'], ['HAMMER-1', 1]], cusordnumber => 'Öl-1');
  order('sales_order', 'K10003', '2026-05-04', [['HAMMER-10', 2]], cusordnumber => 'US-900');
  order('sales_order', 'K10003', '2026-05-05', [['HAMMER-10', 1]]); # a day without a rate
  order('sales_order', 'K10004', '2026-06-02', [['KABEL', 3], ['BUCH/7', 1]]);
  order('sales_quotation', 'K10001', '2026-05-06', [['HAMMER-1', 50]], cusordnumber => 'Anfrage 5');
  order('sales_order_intake', 'K10002', '2026-06-04', [['HAMMER-1', 7]], cusordnumber => 'ÖL/2');
  my $intake = order('sales_order_intake', 'K10001', '2026-06-05', [['HAMMER-1', 6]], cusordnumber => '4712');
  my $order = SL::Model::Record->new_from_workflow($intake, 'sales_order');
  $order->transdate(DateTime->from_ymd('2026-06-08'));
  SL::Model::Record->save($order);
  my $purchase = SL::DB::Order->new(record_type => 'purchase_order', vendor_id => customer('vendor')->id, taxzone_id => customer('vendor')->taxzone_id,
    currency_id => customer('vendor')->currency_id, transdate => DateTime->from_ymd('2026-05-02'), cusordnumber => 'B-1', employee_id => 1);
  $purchase->orderitems([new_item($purchase, { parts_id => part('HAMMER-1')->id, qty => 500, sellprice => 8 })]);
  SL::Model::Record->save($purchase);
}

sub invoices {
  my $bank = '1200--Bank';
  invoice('invoice', 'RE/2026/0001', 'K10001', '2026-03-02', [['HAMMER-1', 3], ['BUCH/7', 1], ['SCHR-M4', 250]], due => '2026-04-01');
  invoice('invoice', 'RE/2026/0002', 'K10001', '2026-04-10', [['HAMMER-10', '1', '0.333', '12.5'], ['KABEL', '2.345']], due => '2026-05-11');
  invoice('invoice', 'RE/2026/0003', 'K10001', '2026-05-05', [['MONTAGE', 2]], due => '2026-06-04');
  invoice('invoice', 'RE/2026/0004', 'K10001', '2026-05-18', [['HAMMER-1', 1]], due => '2026-06-17');
  invoice('credit_note', 'GS/2026/0001', 'K10001', '2026-05-20', [['HAMMER-1', 1]]);
  invoice('credit_note', 'GS/2026/0002', 'K10002', '2026-05-21', [['BUCH/7', 2]]);
  invoice('invoice', 'INV-1', 'K10002', '2026-04-13', [['SET', 1], ['OHNE', 1, '0.005']], due => '2026-04-27');
  invoice('invoice', 'RE/2026/0005', 'K10002', '2026-05-22', [['HAMMER-10', 4]], due => '2026-06-05');
  invoice('invoice', 'RE/2026/0006', 'K10003', '2026-03-02', [['HAMMER-10', 3, '36.5', '10']], due => '2026-04-01');
  invoice('invoice', 'RE/2026/0007', 'K10003', '2026-05-04', [['HAMMER-10', 7, '37.07', '0'], ['BUCH/7', 3, '45.1', '0']], due => '2026-06-03');
  invoice('invoice', 'RE/2026/0008', 'K10003', '2026-04-10', [['MONTAGE', 1, 70, '0']], due => '2026-05-10');
  invoice('invoice', 'RE/2026/0009', 'K10004', '2026-06-02', [['KABEL', 3], ['BUCH/7', 1], ['HAMMER-1', 1]], due => '2026-06-16', fields => { taxincluded => 1 });
  invoice('invoice', 'RE/2026/0010', 'K10006', '2026-01-15', [['HAMMER-1', 2]], due => '2026-01-29');
  invoice('invoice', 'RE/2026/0011', 'K10008', '2026-04-20', [['HAMMER-10', 1, '33.37']], due => '2026-05-20');
  invoice('invoice', 'RE/2026/0012', 'K10009', '2026-05-11', [['HAMMER-10', 3, '12.345']], due => '2026-06-10');
  invoice('invoice', 'RE/2026/0013', 'K10011', '2026-05-12', [['HAMMER-1', 1]], due => '2026-05-26', last => { exchangerate => '' });
  # The rate of this document is its own, not that of its day.
  invoice('invoice', 'RE/2026/0014', 'K10003', '2026-05-04', [['HAMMER-10', 1, '40', '0']], due => '2026-06-03', last => { exchangerate => '0,5' });
  booking('DEB-1', 'K10001', '2026-04-02', [['8400', '100', '777--0.19000'], ['8200', '50.55', '0--0.00000']]);
  booking('DEB-2', 'K10002', '2026-04-03', [['8300', '-21.4', '378--0.07000']]);
  booking('DEB-3', 'K10004', '2026-04-04', [['8400', '119', '777--0.19000']], fields => { taxincluded => 1 });
  booking('DEB-4', 'K10003', '2026-05-04', [['8200', '33.33', '0--0.00000']], fields => { currency => 'USD', exchangerate => '0,88' });

  paid_by_form('is', 'RE/2026/0001', ['2026-03-20', '50', $bank], ['2026-04-02', '20.5', '1000--Kasse', 'bar']);
  paid_by_form('is', 'RE/2026/0002', ['2026-04-15', '8.72', $bank]);
  paid_by_class('RE/2026/0003', amount => 154.7, transdate => '2026-05-13', payment_type => 'without_skonto');
  paid_by_form('is', 'GS/2026/0002', ['2026-05-27', '81.12', $bank]);
  paid_by_form('is', 'INV-1', ['2026-04-20', '70', $bank]); # more than what is open
  paid_by_form('is', 'RE/2026/0006', ['2026-04-10', '50', $bank, '', '0.93'], ['2026-05-04', '10', $bank, '', '0.88']);
  paid_by_class('RE/2026/0007', amount => 93, transdate => '2026-04-10', currency => 'USD', exchangerate => 0.93);
  paid_by_class('RE/2026/0007', amount => 44, transdate => '2026-05-04', currency => 'USD', exchangerate => 0.88);
  paid_by_class('RE/2026/0008', amount => 65.1, transdate => '2026-04-10', currency => 'USD', exchangerate => 0.93);
  paid_by_form('is', 'RE/2026/0009', ['2026-06-10', '30', $bank], ['2026-06-11', '1.5', '8736--Gewährte Skonti 19 % USt']);
  paid_by_form('ar', 'DEB-1', ['2026-04-20', '100', $bank]);
  paid_by_form('ar', 'DEB-4', ['2026-06-15', '33.33', $bank, '', '0.9']);
  paid_by_form('is', 'RE/2026/0012', ['2026-05-11', '10.01', $bank, '', '2.98765']);
  cancelled('is', 'RE/2026/0005', '2026-05-26');
  cancelled('ar', 'DEB-3', '2026-04-06');
  SL::DB::Invoice->new(id => invoice_id('RE/2026/0013'))->load->mark_as_paid;
  # With perpetual inventory, the parts of an assembly are lines of the invoice, too.
  SL::DB::Default->get->update_attributes(inventory_system => 'perpetual');
  fresh_settings();
  my $order = order('sales_order', 'K10011', '2026-05-28', [['SET', 1]]);
  my $invoice = SL::DB::Invoice->new_from($order, transdate => DateTime->from_ymd('2026-05-29'));
  $invoice->assign_attributes(invnumber => 'RE/2026/0015', duedate => DateTime->from_ymd('2026-06-12'));
  $invoice->post or die 'RE/2026/0015 is not posted';
  SL::DB::Default->get->update_attributes(inventory_system => 'periodic');
  fresh_settings();
  booking('DEB-5', 'K10007', '2026-02-02', [['8200', '10.1', '0--0.00000']]);
  # The user of the service.
  SL::DB::Employee->new(login => 'platform', name => 'Plattform')->save;
  order('sales_order', 'K10011', '2026-05-30', [['MONTAGE', 1]], delivered => 1, cusordnumber => 'L-1');
}

login();
make_masters();
orders();
invoices();
print "filled\n";
