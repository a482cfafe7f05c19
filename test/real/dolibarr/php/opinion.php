<?php
// What Dolibarr's own classes say about every record: totals, open amounts, payments, outstanding bills, orders, addresses.
require __DIR__.'/bootstrap.php';

$all = function ($table, $where = '1 = 1') use ($db) {
	$ids = array();
	$found = $db->query('SELECT rowid FROM '.MAIN_DB_PREFIX.$table.' WHERE '.$where.' ORDER BY rowid');
	while ($row = $db->fetch_object($found)) {
		$ids[] = (int) $row->rowid;
	}
	return $ids;
};
$date = function ($value) {
	return $value === '' || $value === null ? null : dol_print_date($value, '%Y-%m-%d');
};
$invoices = array();
foreach ($all('facture', 'fk_statut > 0') as $id) {
	$one = new Facture($db);
	$one->fetch($id);
	$foreign = $one->multicurrency_code && $one->multicurrency_code !== $conf->currency ? 1 : 0;
	$payments = array();
	foreach ($one->getListOfPayments() as $part) {
		$payment = new Paiement($db);
		if ($payment->fetch(0, $part['ref']) > 0) { // credit notes are in this list, too
			$payments[] = array('id' => (int) $payment->id, 'amount' => (string) ($foreign ? $payment->multicurrency_amount : $part['amount']), 'date' => substr($part['date'], 0, 10));
		}
	}
	$lines = array();
	foreach ($one->lines as $line) {
		$lines[] = array(
			'quantity' => (string) $line->qty,
			'unitPrice' => (string) ($foreign ? $line->multicurrency_subprice : $line->subprice),
			'amount' => (string) ($foreign ? $line->multicurrency_total_ht : $line->total_ht),
		);
	}
	$invoices[$id] = array(
		'ref' => $one->ref, 'reference' => $one->ref_client, 'key' => $one->ref_ext, 'customer' => (int) $one->socid, 'type' => (int) $one->type,
		'date' => $date($one->date), 'due' => $date($one->date_lim_reglement), 'status' => (int) (isset($one->status) ? $one->status : $one->statut),
		'currency' => $one->multicurrency_code ?: $conf->currency,
		'total' => (string) ($foreign ? $one->multicurrency_total_ttc : $one->total_ttc),
		// getRemainToPay() mixes the currencies in some versions; its parts do not, and the API computes with them.
		'open' => (string) price2num(
			($foreign ? $one->multicurrency_total_ttc : $one->total_ttc) - $one->getSommePaiement($foreign) - $one->getSumCreditNotesUsed($foreign)
			- $one->getSumDepositsUsed($foreign),
			'MT'
		),
		'payments' => $payments,
		'lines' => $lines,
	);
}
$orders = array();
foreach ($all('commande') as $id) {
	$one = new Commande($db);
	$one->fetch($id);
	$lines = array();
	foreach ($one->lines as $line) {
		$lines[] = array('sku' => $line->product_ref, 'quantity' => (string) $line->qty);
	}
	$orders[$id] = array(
		'ref' => $one->ref, 'reference' => $one->ref_client, 'customer' => (int) $one->socid, 'date' => $date($one->date), 'lines' => $lines,
		'status' => (int) (isset($one->status) ? $one->status : $one->statut), 'total' => (string) $one->total_ttc,
	);
}
$customers = array();
foreach ($all('societe') as $id) {
	$one = new Societe($db);
	$one->fetch($id);
	$bills = $one->getOutstandingBills();
	$contacts = array();
	foreach ($all('socpeople', 'fk_soc = '.$id) as $contact) {
		$person = new Contact($db);
		$person->fetch($contact);
		$person->fetchRoles();
		$roles = array();
		foreach ($person->roles as $role) {
			$roles[] = $role['code'];
		}
		$contacts[] = array('id' => $contact, 'roles' => $roles, 'name' => trim($person->firstname.' '.$person->lastname), 'address' => $person->address ? $person->getFullAddress(1, ', ') : '');
	}
	$customers[$id] = array(
		'name' => $one->name, 'email' => $one->email, 'town' => $one->town, 'address' => $one->getFullAddress(1, ', '), 'contacts' => $contacts,
		'limit' => $one->outstanding_limit === null || $one->outstanding_limit === '' ? null : (string) $one->outstanding_limit,
		'outstanding' => (string) $bills['opened'], 'credits' => (string) ((float) $one->getAvailableDiscounts('', "rc.description LIKE '(CREDIT_NOTE)%'")), 'country' => $one->country_code,
		'isCustomer' => in_array($one->client, array(1, 3)) && $one->status == 1, 'discount' => (string) $one->remise_percent, 'currency' => $one->multicurrency_code ?: $conf->currency,
	);
}
$products = array();
foreach ($all('product') as $id) {
	$one = new Product($db);
	$one->fetch($id);
	$products[$id] = array('sku' => $one->ref, 'label' => $one->label, 'forSale' => (int) $one->status === 1);
}
$rates = array();
foreach ($all('multicurrency') as $id) {
	$one = new MultiCurrency($db);
	$one->fetch($id);
	$rates[$one->code] = (string) $one->rate->rate;
}
result(array('invoices' => $invoices, 'orders' => $orders, 'customers' => $customers, 'products' => $products, 'rates' => $rates));
