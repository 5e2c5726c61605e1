import { useQuery } from '@tanstack/react-query';
import { ownedScopesQuery, type ContractPolicy, type OwnedScope } from '../../api/governance/policies';
import { useOwnParties } from '../../api/governance/own-ids';
import { useMayDoToAll } from '../../api/permissions';
import type { Right } from '../../ui/rights';

/** The right to every policy. */
export const MANAGE: Right = { operation: 'ManageContractPolicy', resource: 'dataContract' };

interface PolicyRights {
  /** Whether the user may write every policy. */
  readonly all: boolean;
  /** Scopes whose policy the user may write as their owner; none where they may write all. */
  readonly owned: readonly OwnedScope[];
  readonly mayWrite: (scope: ContractPolicy['scope']) => boolean;
}

const NONE: readonly OwnedScope[] = [];

/** Policies of contracts that the signed-in user may write. */
export function usePolicyRights(): PolicyRights {
  const all = useMayDoToAll(MANAGE.resource, MANAGE.operation);
  const own = useOwnParties();
  const { data = NONE } = useQuery(ownedScopesQuery(all ? [] : [...own.ids].sort()));
  const owned = all ? NONE : data;
  return { all, owned, mayWrite: ({ id }) => all || owned.some((scope) => scope.id === id) };
}
