<?php
// Starts Dolibarr for a script: its classes, its database, the administrator as the user. The input is JSON on the standard
// input; `result()` prints the output behind a mark, because Dolibarr may print warnings before it.
if (PHP_SAPI !== 'cli') {
	exit(1);
}
foreach (array('NOCSRFCHECK', 'NOTOKENRENEWAL', 'NOREQUIREMENU', 'NOREQUIREHTML', 'NOREQUIREAJAX', 'NOLOGIN', 'NOSESSION') as $name) {
	define($name, '1');
}
$root = getenv('DOLIBARR_ROOT');
chdir($root);
require_once $root.'/master.inc.php';
foreach (array(
	'core/lib/admin.lib.php', 'core/lib/date.lib.php', 'core/lib/price.lib.php', 'core/class/discount.class.php', 'societe/class/societe.class.php',
	'contact/class/contact.class.php', 'product/class/product.class.php', 'product/class/productcustomerprice.class.php',
	'commande/class/commande.class.php', 'compta/facture/class/facture.class.php', 'compta/paiement/class/paiement.class.php',
	'compta/bank/class/account.class.php', 'multicurrency/class/multicurrency.class.php', 'user/class/user.class.php',
) as $file) {
	require_once DOL_DOCUMENT_ROOT.'/'.$file;
}
$user = new User($db);
$user->fetch(1);
if (method_exists($user, 'loadRights')) {
	$user->loadRights();
} else {
	$user->getrights();
}
$input = json_decode(stream_get_contents(STDIN), true);

/** Ends the script with the reason that Dolibarr gives. */
function must($result, $object, $what)
{
	if ($result < 0 || $result === false || $result === null) {
		fwrite(STDERR, $what.': '.$object->error.' '.join(', ', (array) $object->errors)."\n");
		exit(1);
	}
	return $result;
}

/** Prints the output of the script. */
function result($value)
{
	echo "\x01".json_encode($value, JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
	exit(0);
}

/** Sets a constant, and makes it known to this process. */
function constant_to($name, $value)
{
	global $db, $conf;
	dolibarr_set_const($db, $name, $value, 'chaine', 0, '', $conf->entity);
	$conf->global->$name = $value;
}
