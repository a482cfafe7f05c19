/**
 * A module of Dolibarr refuses to validate an invoice, after its draft was made: the push is refused the draft is deleted, and the
 * same invoice can be pushed once the module allows it.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dolibarr } from './installation.ts';

/** Words of an accounting module. */
const reason = 'La période comptable 2026-10 est close';

/** A trigger, as modules bring them: https://wiki.dolibarr.org/index.php/Triggers */
const trigger = `<?php
require_once DOL_DOCUMENT_ROOT.'/core/triggers/dolibarrtriggers.class.php';
class InterfaceClosedPeriod extends DolibarrTriggers {
	public function __construct($db) { $this->db = $db; $this->name = 'ClosedPeriod'; $this->family = 'accounting'; $this->version = 'dolibarr'; }
	public function runTrigger($action, $object, User $user, Translate $langs, Conf $conf) {
		if ($action !== 'BILL_VALIDATE') return 0;
		$this->errors[] = '${reason}';
		return -1;
	}
}
`;

/** The answer to a push. */
interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface RefusedValidation {
  /** While the module refuses. */
  readonly refused: Answer;
  /** Documents of this number after that. */
  readonly left: string;
  /** The same push, after the module allows it. */
  readonly repeated: Answer;
  readonly documents: readonly Readonly<Record<string, string | null>>[];
}

/** Pushes one invoice, whose number is `number`, twice. */
export async function refusedValidation(
  erp: Dolibarr,
  number: string,
  push: () => Promise<Answer>,
): Promise<RefusedValidation> {
  const file = join(erp.folder, 'htdocs/core/triggers/interface_99_all_ClosedPeriod.class.php');
  const documents = () => erp.sql(`SELECT rowid, fk_statut FROM llx_facture WHERE ref_client = '${number}'`);
  writeFileSync(file, trigger);
  let refused: Answer;
  try {
    refused = await push();
  } finally {
    rmSync(file);
  }
  const left = String((await documents()).length);
  return { refused, left, repeated: await push(), documents: await documents() };
}
