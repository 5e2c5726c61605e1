import { IntegerProperty } from '../../http/input';
import { defineTool } from '../tool';
import { ContractInput, contractOf } from './contract-input';
import { RESULT, shownResult } from './shown';

const OPEN = ['Queued', 'Running'];

class ValidateInput extends ContractInput {
  @IntegerProperty({ min: 0, max: 60, description: 'Seconds to wait for the end of the run' })
  waitSeconds = 30;
}

export const validateContract = defineTool<ValidateInput>({
  name: 'validate_contract',
  title: 'Validate a contract now',
  description:
    'Runs a contract against its asset and waits for the result, which is recorded in the history of the contract. A run that waits ' +
    'already is joined.',
  input: ValidateInput,
  output: RESULT,
  readsOnly: false,
  run: async ({ waitSeconds, ...input }, catalog) => {
    const contract = await contractOf(catalog, input);
    const result = await catalog.post(`/dataContracts/${String(contract.id)}/validate`, {
      query: { fields: 'reasons' },
      headers: { prefer: `wait=${waitSeconds}` },
    });
    const finished = !OPEN.includes(String(result.contractExecutionStatus));
    return { ...shownResult(catalog.links, contract, result), finished };
  },
});
