import { useQuery } from '@tanstack/react-query';
import { effectiveQuery } from '../../api/contracts';
import type { ContractIncident } from '../../api/governance/incidents';
import { useOwnParties } from '../../api/governance/own-ids';
import { useMayDoTo } from '../../api/permissions';

/** An incident, or the contract of one that is not open yet. */
interface Actionable {
  readonly contract: Pick<ContractIncident['contract'], 'id'>;
  readonly assignee?: ContractIncident['assignee'];
}

/** Says whether the signed-in user may act on an incident: as its assignee, an owner of the contract, or by the right to edit tests of the asset. */
export function useMayActOn({ contract, assignee }: Actionable): boolean {
  const own = useOwnParties();
  const { data } = useQuery(effectiveQuery(contract.id));
  const mayEditTests = useMayDoTo(data?.entity?.type ?? 'table', data?.entity?.id, 'EditTests');
  const isAssignee = assignee !== undefined && own.ids.has(assignee.id);
  return isAssignee || mayEditTests || (data?.owners ?? []).some(({ id }) => own.ids.has(id));
}
