<?php
// Clones an invoice and an order, as the button of their pages does.
require __DIR__.'/bootstrap.php';

$made = array();
if (isset($input['invoice'])) {
	$one = new Facture($db);
	$made['invoice'] = (int) must($one->createFromClone($user, $input['invoice']), $one, 'clone of the invoice');
}
if (isset($input['order'])) {
	$one = new Commande($db);
	$one->fetch($input['order']);
	$made['order'] = (int) must($one->createFromClone($user), $one, 'clone of the order');
}
result($made);
