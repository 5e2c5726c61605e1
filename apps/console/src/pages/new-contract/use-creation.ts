import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Written } from '../../api/governance/proposals';
import { toasts } from '../../ui/toasts/toasts';

/** Creates a contract, goes to its page and says what has happened. */
export function useCreation(create: () => Promise<Written>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: create,
    onSuccess: async (written) => {
      const fqn = written.kind === 'stored' ? written.contract.fullyQualifiedName : '';
      // First: the page that it is written on would say then that there is a contract.
      await navigate({ to: '/contract', search: { fqn }, ignoreBlocker: true });
      toasts.add(createdText(written));
      await queries.invalidateQueries();
    },
  });
}

/** A policy of reviews lets no contract come into force at once. */
const createdText = (written: Written): string =>
  written.kind === 'stored' && written.contract.entityStatus === 'In Review'
    ? 'The contract is created, and waits for its review before it comes into force.'
    : 'The contract is created.';
