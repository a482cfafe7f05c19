/** Prices by rules about custom variables of every kind, which kivitendo gets for the trial only. */
import type { Caller } from '../../../src/workbench/checks/validation/index.ts';
import { compareOpinions } from '../compare.ts';
import type { Trial } from '../erp.ts';
import type { Instance } from './instance.ts';
import { opinionsIn } from './opinions.ts';

/** Fewer prices than this are a fault of the script. */
const fewest = 250;

/** Has kivitendo make the rules and compute the prices, and compares the service's answers with them. */
export async function compareVariables(caller: Caller, instance: Instance): Promise<Trial> {
  const opinions = opinionsIn(await instance.run('variables.pl'));
  try {
    const compared = await compareOpinions(caller, opinions);
    const different = compared.flatMap(({ differences }) => differences);
    const wrong = different.map(
      ({ request, at, answered, expected }) =>
        `${JSON.stringify(request)} ${at}: answered ${answered}, kivitendo says ${expected}`,
    );
    const missing = opinions.length < fewest ? [`kivitendo has computed ${opinions.length} prices only`] : [];
    return { title: `${opinions.length} prices by rules about custom variables`, wrong: [...wrong, ...missing] };
  } finally {
    await instance.run('variables.pl', 'remove');
  }
}
