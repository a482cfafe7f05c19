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
// The amount of a line of a situation since the situation before, from the progress of both; as in accountancy/journal/sellsjournal.php. Rounded,
// and so up to a cent from the total, the total decides: the amounts in the tables are subtracted.
$sinceLast = function ($one, $line, $amount) use ($db) {
	if (!$line->fk_prev_id || (int) $one->type !== Facture::TYPE_SITUATION) {
		return $amount;
	}
	$before = new FactureLigne($db);
	$before->fetch($line->fk_prev_id);
	$since = $amount - $before->total_ht;
	$found = $db->query('SELECT d.rowid FROM '.MAIN_DB_PREFIX.'facturedet d JOIN '.MAIN_DB_PREFIX.'facture f ON f.rowid = d.fk_facture WHERE f.type = 2 AND d.fk_prev_id = '.((int) $line->fk_prev_id));
	while ($row = $db->fetch_object($found)) {
		$credited = new FactureLigne($db);
		$credited->fetch($row->rowid);
		$since -= $credited->total_ht;
	}
	$progress = $amount * ($line->situation_percent - $line->get_prev_progress($one->id)) / $line->situation_percent;
	if (abs($since - $progress) > 0.02) {
		fwrite(STDERR, $one->ref.': the progress of a line is '.$progress.', the difference of its amounts '.$since."\n");
		exit(1);
	}
	return price2num($since, 'MT');
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
	$net = 0;
	foreach ($one->lines as $line) {
		$amount = $foreign ? $line->multicurrency_total_ht : $line->total_ht;
		if (strpos((string) $one->note_private, 'setting 1') === 0) {
			$amount = $sinceLast($one, $line, $amount);
		}
		$net += $amount;
		$lines[] = array(
			'quantity' => (string) $line->qty,
			'unitPrice' => (string) ($foreign ? $line->multicurrency_subprice : $line->subprice),
			'amount' => (string) $amount,
		);
	}
	if ((int) $one->type === Facture::TYPE_SITUATION && price2num($net - $one->total_ht, 'MT')) {
		fwrite(STDERR, $one->ref.': the lines of the situation add up to '.$net.', and its total is '.$one->total_ht."\n");
		exit(1);
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
		'outstanding' => (string) $bills['opened'], 'credits' => (string) ((float) $one->getAvailableDiscounts('', "rc.description LIKE '(CREDIT_NOTE)%' OR rc.description LIKE '(EXCESS RECEIVED)%'")), 'country' => $one->country_code,
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
