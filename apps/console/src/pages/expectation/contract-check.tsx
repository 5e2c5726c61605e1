import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { assetQuery } from '../../api/assets';
import { expectTestCase, type TestCase } from '../../api/operations/checks';
import type { Contract } from '../../api/contracts';
import { useMayDoTo } from '../../api/permissions';
import { toasts } from '../../ui/toasts/toasts';
import { titleOf } from '../checks/check-words';
import { AddCheck } from './add-check';

/** Adds a check of the data to the contract of a table, for who may change both. */
export function ContractCheck({ contract: { id = '', entity } }: { readonly contract: Contract }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayEdit = useMayDoTo('dataContract', id, 'EditAll');
  const isTable = entity?.type === 'table';
  const table = useQuery({
    ...assetQuery('table', entity?.fullyQualifiedName ?? ''),
    enabled: mayEdit && isTable,
  });
  if (!mayEdit || !isTable || !table.data) return null;
  const take = async (made: TestCase) => {
    const written = await expectTestCase(id, made.id);
    if (written.kind === 'proposed') {
      const { id: proposal, contract } = written.proposal;
      await navigate({ to: '/proposal', search: { contract: contract.id, id: proposal }, ignoreBlocker: true });
      toasts.add('The check is made. That the contract expects it is stored as a proposal until it is approved.');
    } else {
      toasts.add(`The contract expects ${titleOf(made)} from version ${written.contract.version} on.`);
    }
    await queries.invalidateQueries();
  };
  return <AddCheck table={table.data} take={take} />;
}
