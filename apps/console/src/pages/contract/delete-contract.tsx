import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BusyButton } from '../../ui/busy-button';
import { deleteContract, type Contract } from '../../api/contracts';
import { Refusal } from '../../ui/states';
import { Dialog } from '../../ui/dialog';

/** Deletes the contract, after a question; it can be restored by the API. */
export function DeleteContract({ contract: { id = '', name, displayName } }: { readonly contract: Contract }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteContract(id),
    onSuccess: async () => {
      await navigate({ to: '/contracts' });
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <Dialog opened={isAsked} onClose={() => setAsked(false)} title={`Delete ${displayName ?? name}?`}>
        <div className="stack">
          <p style={{ margin: 0 }}>
            Nothing is promised about the asset then, and nothing is validated. The results stay; an administrator can
            restore the contract.
          </p>
          <Refusal error={remove.error} />
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
