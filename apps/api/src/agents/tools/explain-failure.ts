import { present } from '../bounded';
import { defineTool } from '../tool';
import { ContractInput, contractOf } from './contract-input';
import { isoTime, objects, RESULT, shownResult } from './shown';

/** Newest results that show since when it fails. */
const RECENT = 10;

export const explainFailure = defineTool<ContractInput>({
  name: 'explain_failure',
  title: 'Why did a contract fail?',
  description:
    'Reads the newest result of a contract: its status, a sentence that says what failed, one reason for each column, rule, test or SLA ' +
    'target that did not hold, and the statuses before it. It runs nothing; validate_contract does.',
  input: ContractInput,
  output: RESULT,
  readsOnly: true,
  run: async (input, catalog) => {
    const contract = await contractOf(catalog, input);
    const path = `/dataContracts/${String(contract.id)}/results`;
    const result = await catalog.get(`${path}/latest`, { fields: 'reasons' });
    const { data } = await catalog.get(path, { limit: RECENT, fields: 'status' });
    const recent = objects(data).map(({ timestamp, contractExecutionStatus: status }) =>
      present({ status, timestamp: isoTime(timestamp) }),
    );
    return { ...shownResult(catalog.links, contract, result), recent };
  },
});
