<?php
// Fills a new Dolibarr through its own classes: a French company, customers with discounts, price levels, addresses and prices of their
// own, products, orders and invoices in all states, payments over several invoices, credit notes, deposits, two currencies.
require __DIR__.'/bootstrap.php';

mt_srand(20260914);
$now = dol_now();
$day = function ($back) use ($now) {
	$date = dol_getdate($now - $back * 86400);
	return dol_mktime(12, 0, 0, $date['mon'], $date['mday'], $date['year']);
};

constant_to('MAIN_INFO_SOCIETE_NOM', 'Maison Dupont');
constant_to('MAIN_INFO_SOCIETE_COUNTRY', '1:FR:France');
constant_to('MAIN_MONNAIE', 'EUR');
constant_to('FACTURE_TVAOPTION', '1');
constant_to('MAIN_LANG_DEFAULT', 'en_US');
constant_to('SOCIETE_FISCAL_MONTH_START', '1');
constant_to('MAIN_DISABLE_PDF_AUTOUPDATE', '1');
foreach (array('modSociete', 'modProduct', 'modService', 'modCommande', 'modFacture', 'modBanque', 'modMultiCurrency', 'modApi') as $module) {
	$done = activateModule($module);
	if (!empty($done['errors'])) {
		fwrite(STDERR, $module.': '.join(', ', $done['errors'])."\n");
		exit(1);
	}
}
$conf->setValues($db);
$mysoc->setMysoc($conf);
$user->admin = 1;
$user->clearrights();
if (method_exists($user, 'loadRights')) {
	$user->loadRights();
} else {
	$user->getrights();
}
constant_to('SOCIETE_CODECLIENT_ADDON', 'mod_codeclient_leopard');
constant_to('PRODUIT_MULTIPRICES_LIMIT', '3');
// Prices by customer; from version 21 on together with levels.
$both = 'PRODUIT_CUSTOMER_PRICES_AND_MULTIPRICES';
constant_to(strpos(file_get_contents(DOL_DOCUMENT_ROOT.'/product/class/product.class.php'), $both) ? $both : 'PRODUIT_CUSTOMER_PRICES', '1');
constant_to('MAIN_DEFAULT_PAYMENT_TERM', '2');

// Users: one for the API with the rights of the README, and its key.
$keys = array();
foreach (array('api' => array(11, 12, 14, 15, 16, 19, 262), 'reader' => array(11, 262), 'creator' => array(11, 12, 262), 'narrow' => array(11, 12, 14, 15, 16)) as $login => $rights) {
	$one = new User($db);
	$one->login = $login;
	$one->lastname = ucfirst($login);
	$one->employee = 0;
	must($one->create($user), $one, 'user '.$login);
	foreach ($rights as $right) {
		$one->addrights($right);
	}
	$key = md5($login.'-of-the-harness');
	$stored = function_exists('dolEncrypt') && versioncompare(versiondolibarrarray(), array(17)) >= 0 ? dolEncrypt($key, '', '', 'dolibarr') : $key;
	$db->query("UPDATE ".MAIN_DB_PREFIX."user SET api_key = '".$db->escape($stored)."' WHERE rowid = ".((int) $one->id));
	$keys[$login] = $key;
}

// Currencies and rates.
foreach (array('USD' => '1.0857', 'GBP' => '0.8613', 'JPY' => '161.37') as $code => $rate) {
	$currency = new MultiCurrency($db);
	$currency->code = $code;
	$currency->name = $code;
	$currency->entity = $conf->entity;
	must($currency->create($user), $currency, $code);
	$currency->addRate($rate);
}

// Bank accounts.
$accounts = array();
foreach (array('BANK' => 'EUR', 'USDBANK' => 'USD', 'OLD' => 'EUR') as $ref => $code) {
	$account = new Account($db);
	$account->ref = $ref;
	$account->label = $ref;
	$account->type = $account->courant = 1;
	$account->courant = 1;
	$account->currency_code = $code;
	$account->country_id = 1;
	$account->date_solde = $day(400);
	$account->balance = 0;
	$account->rappro = 1;
	$account->clos = $account->status = $ref === 'OLD' ? 1 : 0;
	$accounts[$ref] = must($account->create($user), $account, $ref);
}
$db->query("UPDATE ".MAIN_DB_PREFIX."bank_account SET clos = 1 WHERE ref = 'OLD'");

// Products, with prices by level. LEVELLESS has no prices by level; TTC and GROSS are priced with tax.
$products = array();
$catalogue = array();
for ($i = 1; $i <= 24; $i++) {
	$catalogue['P-'.sprintf('%03d', $i)] = array(round(mt_rand(100, 99999) / 100, 2), $i % 5 === 0 ? '5.5' : '20');
}
$catalogue += array('FRACTION' => array(1.20125, '20'), 'FREE' => array(0, '20'), 'LEVELLESS' => array(75.4, '20'), 'TTC' => array(99.99, '20'), 'GROSS-1' => array(99.95, '5.5'), 'GROSS-2' => array(0.07, '20'), 'A&B 100%' => array(12.35795, '20'));
foreach ($catalogue as $ref => list($price, $rate)) {
	$product = new Product($db);
	$product->ref = $ref;
	$product->label = 'Product '.$ref;
	$product->description = 'Text of '.$ref;
	$product->type = strpos($ref, '7') ? 1 : 0;
	$product->status = 1;
	$product->status_buy = 1;
	$product->price_base_type = in_array($ref, array('TTC', 'GROSS-1', 'GROSS-2')) ? 'TTC' : 'HT';
	$product->price = $price;
	$product->price_ttc = $price;
	$product->tva_tx = $rate;
	$product->tva_npr = 0;
	must($product->create($user), $product, $ref);
	$products[$ref] = $product->id;
	$product->fetch($product->id);
	if ($ref !== 'LEVELLESS') {
		foreach (array(1 => 1, 2 => 0.9, 3 => 0.8) as $level => $factor) {
			must($product->updatePrice(price2num($price * $factor, 'MU'), $product->price_base_type, $user, $rate, 0, $level), $product, $ref.' level');
		}
	}
}
$db->query("UPDATE ".MAIN_DB_PREFIX."product SET tosell = 0 WHERE ref = 'P-024'");
$db->query("DELETE FROM ".MAIN_DB_PREFIX."product_price WHERE fk_product = ".((int) $products['LEVELLESS']));

// Third parties. Country 1 is France, 4 Spain, 5 Germany, 6 Switzerland, 11 the United States.
$monaco = $db->fetch_object($db->query("SELECT rowid FROM ".MAIN_DB_PREFIX."c_country WHERE code = 'MC'"))->rowid;
$private = $db->fetch_object($db->query("SELECT id FROM ".MAIN_DB_PREFIX."c_typent WHERE code = 'TE_PRIVATE'"))->id;
$customers = array();
$kinds = array(
	'Martin & Fils' => array(1, '', 0, 0), 'Müller GmbH' => array(5, 'DE136695976', 0, 0), 'Sans numéro SA' => array(5, '', 0, 0),
	'Mauvais numéro' => array(5, '12', 0, 0), 'Monaco SAM' => array($monaco, '', 0, 0), 'Suisse SA' => array(6, '', 0, 0),
	'Privat' => array(5, '', 0, $private), 'Remise' => array(1, '', 11, 0), 'Dollar Inc' => array(11, '', 0, 0), "L'Étoile" => array(1, '', 5.5, 0),
);
for ($i = count($kinds); $i < 40; $i++) {
	$kinds['Customer '.sprintf('%02d', $i)] = array(1, '', $i % 7 === 0 ? 7.5 : 0, 0);
}
foreach ($kinds as $name => list($country, $number, $discount, $kind)) {
	$one = new Societe($db);
	$one->name = $name;
	$one->client = 1;
	$one->code_client = 'CU'.sprintf('%05d', count($customers) + 1);
	$one->status = 1;
	$one->country_id = $country;
	$one->tva_intra = $number;
	$one->typent_id = $kind;
	$one->address = (count($customers) + 1)." rue de l'Église\nBâtiment B";
	$one->zip = sprintf('%05d', 75000 + count($customers));
	$one->town = 'Paris';
	$one->email = 'c'.count($customers).'@example.com';
	$one->cond_reglement_id = count($customers) % 3 + 1;
	$one->outstanding_limit = count($customers) % 2 ? 5000 : '';
	$one->multicurrency_code = $name === 'Dollar Inc' ? 'USD' : 'EUR';
	must($one->create($user), $one, $name);
	must($one->update($one->id, $user), $one, $name);
	if ($discount) {
		must($one->set_remise_client($discount, 'agreed', $user), $one, $name);
	}
	$customers[$name] = $one->id;
}
$level = 0;
foreach ($customers as $name => $id) {
	$one = new Societe($db);
	$one->fetch($id);
	if ($level++ % 4) {
		$one->setPriceLevel($level % 4, $user);
	}
	if ($level <= 12) {
		$contact = new Contact($db);
		$contact->socid = $id;
		$contact->lastname = 'Contact '.$level;
		$contact->firstname = 'Anne';
		$contact->statut = 1;
		$contact->address = $level % 3 ? 'Quai '.$level : '';
		$contact->zip = '13000';
		$contact->town = 'Marseille';
		$contact->country_id = 1;
		if ($level % 2) {
			$roles = array();
			$found = $db->query("SELECT rowid, code FROM ".MAIN_DB_PREFIX."c_type_contact WHERE source = 'external' AND element IN ('commande', 'facture') AND code IN ('BILLING', 'SHIPPING')");
			while ($row = $db->fetch_object($found)) {
				if ($row->code === ($level % 4 === 1 ? 'BILLING' : 'SHIPPING')) {
					$roles[] = $row->rowid;
				}
			}
			$contact->roles = $roles;
		}
		must($contact->create($user), $contact, 'contact');
	}
}

// Prices of customers. Periods and discounts exist from version 22 on.
$dated = property_exists('ProductCustomerPrice', 'date_begin');
$period = array(
	array('Martin & Fils', 'P-001', 50, 0, 30, null), array('Remise', 'P-001', 200, 25, 30, null), array("L'Étoile", 'P-001', 200, 5, 30, null),
	array('Martin & Fils', 'P-002', 9.5, 0, 30, 0), array('Martin & Fils', 'P-003', 7.25, 0, 30, -1), array('Martin & Fils', 'P-004', 7.5, 0, 0, null),
	array('Martin & Fils', 'P-006', 8.5, 0, -1, null), array('Müller GmbH', 'P-005', 33.33, 0, 30, null), array('Suisse SA', 'P-002', 44.44, 0, 30, null),
	array('Remise', 'FRACTION', 20, 25, 30, null), array("L'Étoile", 'FRACTION', 20, 0, 30, null), array('Martin & Fils', 'FRACTION', 20, 15, 30, null),
	array('Dollar Inc', 'P-008', 12.34567, 0, 30, null),
);
foreach ($period as list($name, $ref, $price, $discount, $from, $to)) {
	if (!$dated && ($to !== null || $from < 0)) {
		continue;
	}
	$one = new ProductCustomerPrice($db);
	$one->fk_product = $products[$ref];
	$one->fk_soc = $customers[$name];
	$one->price = $price;
	$one->price_ttc = price2num($price * 1.2, 'MU');
	$one->price_base_type = 'HT';
	$one->tva_tx = '20';
	$one->recuperableonly = 0;
	$one->price_min = 0;
	if ($dated) {
		$one->discount_percent = $discount;
		$one->date_begin = dol_get_first_hour($day($from));
		$one->date_end = $to === null ? '' : dol_get_first_hour($day($to));
	}
	must($one->create($user), $one, $name.' '.$ref);
}

// Orders in all states.
$orders = array();
$refs = array_keys(array_slice($products, 0, 23));
$names = array_keys($customers);
for ($i = 0; $i < 40; $i++) {
	$order = new Commande($db);
	$order->socid = $customers[$names[$i % 12]];
	$order->date = $order->date_commande = $day(mt_rand(0, 200));
	$order->ref_client = $i % 4 ? array('PO-'.$i, '2026/00'.$i, 'R '.$i)[$i % 3] : '';
	$order->cond_reglement_id = 1;
	if ($i % 9 === 8) {
		$order->multicurrency_code = 'USD';
	}
	must($order->create($user), $order, 'order');
	$order->fetch($order->id);
	for ($l = 0; $l <= $i % 3; $l++) {
		$ref = $refs[mt_rand(0, 22)];
		must($order->addline('Line', $catalogue[$ref][0], mt_rand(1, 12) + ($i % 5 === 0 ? 0.5 : 0), $catalogue[$ref][1], 0, 0, $products[$ref], $l === 1 ? 2.5 : 0), $order, 'line');
	}
	$order->fetch($order->id);
	$state = $i % 5;
	if ($state > 0) {
		must($order->valid($user), $order, 'valid');
	}
	if ($state === 2) {
		must($order->setStatut(2), $order, 'shipment');
	}
	if ($state === 3) {
		must($order->cloture($user), $order, 'close');
		if ($i % 2) {
			$order->classifyBilled($user);
		}
	}
	if ($state === 4) {
		$method = new ReflectionMethod($order, 'cancel');
		must($method->getParameters()[0]->getName() === 'user' ? $order->cancel($user) : $order->cancel(), $order, 'cancel');
	}
	$orders[] = $order->id;
}

// Invoices.
$made = array();
$invoice = function ($name, $back, $lines, $type = 0, $more = array()) use ($db, $user, $customers, $products, $catalogue, $day, &$made) {
	$one = new Facture($db);
	$one->socid = $customers[$name];
	$one->type = $type;
	$one->date = $day($back);
	$one->cond_reglement_id = $back % 3 + 1;
	foreach ($more as $field => $value) {
		$one->$field = $value;
	}
	must($one->create($user), $one, 'invoice');
	$one->fetch($one->id);
	foreach ($lines as list($text, $price, $quantity, $rate, $discount)) {
		must($one->addline($text, $price, $quantity, $rate, 0, 0, 0, $discount), $one, 'line of invoice');
	}
	$one->fetch($one->id);
	$made[] = $one->id;
	return $one;
};
$pay = function ($amounts, $back, $bank, $currency = '', $close = 1) use ($db, $user, $day, $accounts) {
	$one = new Paiement($db);
	$one->datepaye = $day($back);
	if ($currency) {
		$one->multicurrency_amounts = $amounts;
		foreach ($amounts as $id => $amount) {
			$one->multicurrency_code[$id] = $currency;
			$rate = $db->fetch_object($db->query("SELECT multicurrency_tx AS t FROM ".MAIN_DB_PREFIX."facture WHERE rowid = ".((int) $id)))->t;
			$one->multicurrency_tx[$id] = $rate;
			$one->amounts[$id] = price2num($amount / $rate, 'MT');
		}
	} else {
		$one->amounts = $amounts;
	}
	$one->paiementid = dol_getIdFromCode($db, 'VIR', 'c_paiement', 'code', 'id', 1);
	$one->paiementcode = 'VIR';
	$id = must($one->create($user, $close), $one, 'payment');
	must($one->addPaymentToBank($user, 'payment', '(CustomerInvoicePayment)', $accounts[$bank], '', ''), $one, 'bank');
	return $id;
};
$random = function ($count) {
	$lines = array();
	for ($l = 0; $l < $count; $l++) {
		$lines[] = array('Line '.$l, mt_rand(100, 200000) / 1000, mt_rand(1, 9) + ($l === 1 ? 0.333 : 0), $l % 3 === 2 ? '5.5' : '20', $l === 3 ? 10 : 0);
	}
	return $lines;
};
$open = array();
for ($i = 0; $i < 40; $i++) {
	$name = $names[$i % 10 === 8 ? 0 : $i % 10];
	$one = $invoice($name, 10 + 4 * $i, $random(1 + $i % 5), 0, $i % 6 === 1 ? array('ref_client' => array('INV-'.$i, '2026/0'.$i, 'A&B '.$i)[$i % 3]) : array());
	if ($i % 8 === 7) {
		continue; // a draft
	}
	must($one->validate($user), $one, 'validate');
	$one->fetch($one->id);
	if ($i % 8 === 1) {
		$pay(array($one->id => price2num($one->total_ttc / 3, 'MT')), 5, 'BANK');
	}
	if ($i % 8 === 2) {
		$pay(array($one->id => $one->total_ttc), 4, 'BANK');
	}
	if ($i % 8 === 3) {
		$pay(array($one->id => price2num($one->total_ttc / 2, 'MT')), 6, 'BANK');
		$one->fetch($one->id);
		must($one->setPaid($user, 'discount_vat', 'a discount'), $one, 'closed');
	}
	if ($i % 8 === 4) {
		must($one->setCanceled($user, 'abandon', 'given up'), $one, 'abandoned');
	}
	if ($i % 8 === 5 || $i % 8 === 6) {
		$open[$name][] = $one;
	}
}
// A payment over several invoices.
foreach (array_slice($open, 0, 4) as $several) {
	if (count($several) > 1) {
		$pay(array($several[0]->id => $several[0]->total_ttc, $several[1]->id => price2num($several[1]->total_ttc / 4, 'MT')), 3, 'BANK');
	}
}
// Another currency.
foreach (array('USD', 'GBP', 'JPY') as $i => $code) {
	for ($n = 0; $n < 3; $n++) {
		$one = $invoice('Dollar Inc', 20 + $n, $random(2), 0, array('multicurrency_code' => $code));
		must($one->validate($user), $one, 'validate foreign');
		$one->fetch($one->id);
		if ($n) {
			$pay(array($one->id => $n === 1 ? $one->multicurrency_total_ttc : price2num($one->multicurrency_total_ttc / 2, 'MT')), 2, $code === 'USD' ? 'USDBANK' : 'BANK', $code);
		}
	}
}
// Credit notes and deposits that become credits, as the page of an invoice makes them; some of them pay an invoice.
$makeCredit = function ($one, $text) use ($db, $user) {
	$one->fetch($one->id);
	$made = new DiscountAbsolute($db);
	if ($made->fetch(0, $one->id) > 0) { // the payment of a deposit has made it
		return $made;
	}
	$made->fk_soc = $made->socid = $one->socid;
	$made->description = $text;
	$made->fk_facture_source = $one->id;
	foreach (array('ht', 'tva', 'ttc') as $part) {
		$made->{'amount_'.$part} = $made->{'total_'.$part} = abs($one->{'total_'.$part});
		$made->{'multicurrency_amount_'.$part} = $made->{'multicurrency_total_'.$part} = abs($one->{'multicurrency_total_'.$part});
	}
	$made->tva_tx = 20;
	$made->vat_src_code = '';
	$id = must($made->create($user), $made, 'credit');
	must($one->setPaid($user), $one, 'credit note closed');
	$made->fetch($id);
	return $made;
};
$credit = function ($one, $text, $target) use ($makeCredit) {
	$made = $makeCredit($one, $text);
	if ($target) {
		must($made->link_to_invoice(0, $target), $made, 'credit used');
	}
};
foreach (array('Martin & Fils', 'Müller GmbH', 'Remise') as $name) {
	$one = $invoice($name, 15, array(array('Deposit', 100.1, 1, '20', 0)), 3);
	must($one->validate($user), $one, 'deposit');
	$one->fetch($one->id);
	$pay(array($one->id => $one->total_ttc), 14, 'BANK');
	$base = $invoice($name, 14, $random(3));
	must($base->validate($user), $base, 'base');
	$credit($one, '(DEPOSIT)', $base->id);
	$note = $invoice($name, 9, array(array('Returned', -33.335, 1, '20', 0)), 2, array('fk_facture_source' => $base->id));
	must($note->validate($user), $note, 'credit note');
	$credit($note, '(CREDIT_NOTE)', $name === 'Remise' ? 0 : $base->id);
}
// A credit note and an excess payment that were inserted as lines of later invoices, which these lines reduce; an invoice that is overpaid.
foreach (array('Privat', "L'Étoile") as $i => $name) {
	$base = $invoice($name, 30, array(array('Base', 120.05, 1, '20', 0)));
	must($base->validate($user), $base, 'base');
	if ($i) {
		$base->fetch($base->id);
		$pay(array($base->id => price2num($base->total_ttc + 12.34, 'MT')), 29, 'BANK');
		$base->fetch($base->id);
		$inserted = new DiscountAbsolute($db);
		$inserted->fk_soc = $inserted->socid = $base->socid;
		$inserted->description = '(EXCESS RECEIVED)';
		$inserted->fk_facture_source = $base->id;
		$inserted->amount_tva = $inserted->tva_tx = 0;
		$inserted->amount_ht = $inserted->amount_ttc = $inserted->multicurrency_amount_ht = $inserted->multicurrency_amount_ttc = 12.34;
		must($inserted->create($user), $inserted, 'excess');
		must($base->setPaid($user), $base, 'overpaid invoice closed');
	} else {
		$note = $invoice($name, 28, array(array('Returned', -33.335, 1, '20', 0)), 2, array('fk_facture_source' => $base->id));
		must($note->validate($user), $note, 'credit note');
		$inserted = $makeCredit($note, '(CREDIT_NOTE)');
	}
	$using = $invoice($name, 27, array(array('Next', 250.5, 1, '20', 0)));
	must($using->insert_discount($inserted->id), $using, 'credit inserted');
	must($using->validate($user), $using, 'using');
}
$one = $invoice('Customer 11', 12, array(array('Paid twice', 100.1, 1, '20', 0)));
must($one->validate($user), $one, 'overpaid');
$one->fetch($one->id);
$pay(array($one->id => price2num($one->total_ttc + 9.99, 'MT')), 11, 'BANK', '', 0);

require __DIR__.'/situations.php';

result(array('keys' => $keys, 'customers' => $customers, 'products' => $products, 'orders' => $orders, 'invoices' => $made, 'accounts' => $accounts, 'dated' => $dated));
