import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Written } from '../../api/governance/proposals';
import { toasts } from '../../ui/toasts/toasts';
import { useFirstRun } from '../contract-run/use-run';

/** Shown in the place of what a save would come to while it is done. */
export const SAVING = 'It is being saved.';

/** Creates a contract, goes to its page, says what has happened and has it validated. `isSaving` is true until it is refused: what is asked about a new one meanwhile would find it there. */
export function useCreation(create: () => Promise<Written>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const firstRun = useFirstRun();
  const creation = useMutation({
    mutationFn: create,
    onSuccess: async (written) => {
      const fqn = written.kind === 'stored' ? written.contract.fullyQualifiedName : '';
      // First: the page that it is written on would say then that there is a contract.
      await navigate({ to: '/contract', search: { fqn }, ignoreBlocker: true });
      toasts.add(createdText(written));
      if (written.kind === 'stored') await firstRun(written.contract);
      await queries.invalidateQueries();
    },
  });
  return { ...creation, isSaving: creation.isPending || creation.isSuccess };
}

/** A policy of reviews lets no contract come into force at once. */
const createdText = (written: Written): string =>
  written.kind === 'stored' && written.contract.entityStatus === 'In Review'
    ? 'The contract is created, and waits for its review before it comes into force.'
    : 'The contract is created.';
