import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BusyButton } from '../../ui/buttons/busy-button';
import { deleteContract, type Contract } from '../../api/contracts';
import { Dialog } from '../../ui/dialogs/dialog';
import { toasts } from '../../ui/toasts/toasts';
import { PolicyLine, WriteRefusal } from './write-states';

/** Deletes the contract, after a question; it can be restored by the API. */
export function DeleteContract({ contract }: { readonly contract: Contract }) {
  const { id = '', name, displayName } = contract;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteContract(id),
    onSuccess: async (written) => {
      if (written.kind === 'proposed') {
        const { id: proposal, contract } = written.proposal;
        await navigate({ to: '/proposal', search: { contract: contract.id, id: proposal } });
        toasts.add('The contract is not deleted yet: its policy asks others first.');
      } else {
        await navigate({ to: '/contracts' });
        toasts.add(`${displayName ?? name} is deleted.`);
      }
      await queries.invalidateQueries();
    },
    onError: () => queries.invalidateQueries({ queryKey: ['contract', id] }),
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <Dialog opened={isAsked} onClose={() => setAsked(false)} title={`Delete ${displayName ?? name}?`}>
        <div className="stack">
          <p style={{ margin: 0 }}>
            Nothing is expected of the asset then, and nothing is validated. The results stay; an administrator can
            restore the contract.
          </p>
          <PolicyLine contract={contract} />
          <WriteRefusal error={remove.error} contract={contract} />
          <div className="row">
            <BusyButton color="red.9" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              Delete the contract
            </BusyButton>
            <Button variant="default" data-autofocus onClick={() => setAsked(false)}>
              Cancel
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
