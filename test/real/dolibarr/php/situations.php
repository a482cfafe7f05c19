<?php
// Situation invoices, as the page of an invoice makes them (compta/facture/card.php). With the setting 1 the lines hold the progress since the
// first situation, with the setting 2 that of the situation alone. The note of an invoice names the setting that it was made with.
$cycle = function ($setting, $name, $lines, $steps) use ($db, $user, $mysoc, $customers, $day, &$made) {
	constant_to('INVOICE_USE_SITUATION', (string) $setting);
	constant_to('INVOICE_USE_SITUATION_CREDIT_NOTE', '1');
	$last = null;
	foreach ($steps as $number => $percent) {
		if ($percent === 'credit note') {
			$note = new Facture($db);
			$note->socid = $last->socid;
			$note->type = Facture::TYPE_CREDIT_NOTE;
			$note->date = $last->date;
			$note->fk_facture_source = $last->id;
			$note->situation_counter = $last->situation_counter;
			$note->situation_cycle_ref = $last->situation_cycle_ref;
			$made[] = must($note->create($user), $note, 'credit note of a situation');
			foreach ($last->lines as $line) {
				$before = new FactureLigne($db);
				if ($setting === 1 && $line->fk_prev_id) {
					$before->fetch($line->fk_prev_id);
				}
				$line->fk_prev_id = $line->id;
				$line->fk_facture = $note->id;
				$line->situation_percent = (float) $before->situation_percent - $line->situation_percent;
				foreach (array('total_ht', 'total_tva', 'total_ttc', 'multicurrency_total_ht', 'multicurrency_total_tva', 'multicurrency_total_ttc') as $part) {
					$line->$part = (float) $before->$part - $line->$part;
				}
				$line->subprice = -$line->subprice;
				$line->multicurrency_subprice = -$line->multicurrency_subprice;
				must($line->insert(0, 1), $line, 'line of a credit note');
			}
			$note->fetch($note->id);
			must($note->update_price(1), $note, 'total of a credit note');
			must($note->validate($user), $note, 'credit note of a situation');
			continue;
		}
		$one = new Facture($db);
		if ($last === null) {
			$one->socid = $customers[$name];
			$one->type = Facture::TYPE_SITUATION;
			$one->date = $day(60);
			$one->situation_counter = 1;
			$one->situation_cycle_ref = $one->newCycle();
			$one->note_private = 'setting '.$setting;
			must($one->create($user), $one, 'situation');
			foreach ($lines as list($text, $price, $quantity, $rate, $discount)) {
				must($one->addline($text, $price, $quantity, $rate, 0, 0, 0, $discount, situation_percent: $percent), $one, 'line of a situation');
			}
		} else {
			$one->fetch($last->id);
			$one->fk_facture_source = $last->id;
			$one->origin = $one->origin_type = 'facture';
			$one->origin_id = $last->id;
			$one->situation_counter += 1;
			$one->date = $day(60 - 10 * $number);
			foreach ($one->lines as $line) {
				$line->fk_prev_id = $line->id;
				$line->situation_percent = $setting === 2 ? 0 : $line->get_prev_progress($last->id);
				$sums = calcul_price_total($line->qty, $line->subprice, $line->remise_percent, $line->tva_tx, 0, 0, 0, 'HT', 0, $line->product_type, $mysoc, array(), $line->situation_percent);
				list($line->total_ht, $line->total_tva, $line->total_ttc) = $sums;
				list(, , , , , , , , , , , , , , , , $line->multicurrency_total_ht, $line->multicurrency_total_tva, $line->multicurrency_total_ttc) = $sums;
			}
			$id = must($one->createFromCurrent($user), $one, 'next situation');
			$one = new Facture($db);
			$one->fetch($id);
			foreach ($one->lines as $line) {
				$one->update_percent($line, $percent, false);
			}
			must($one->update_price(1), $one, 'total of a situation');
		}
		$one->fetch($one->id);
		must($one->validate($user), $one, 'situation');
		$one->fetch($one->id);
		$made[] = $one->id;
		$last = $one;
	}
};
$work = array(array('Gros œuvre', 1199.99, 1, '20', 0), array('Finitions', 33.335, 7, '5.5', 10));
$cycle(1, 'Customer 12', $work, array(50, 75, 100));
$cycle(1, 'Customer 13', $work, array(30, 60, 'credit note', 80));
$cycle(2, 'Customer 14', $work, array(50, 75, 'credit note', 100));
