import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { schedulesQuery } from '../../api/operations/schedules';
import { EntityLink } from '../../ui/link';
import { ListTable } from '../../ui/tables/list-table';
import { References } from '../../ui/references';
import { Loaded } from '../../ui/states';
import { absoluteTime, Time } from '../../ui/time';

/** Contracts that are validated by themselves, the next ones first; each is changed on its own page. */
export function Schedules() {
  const { after } = useSearch({ from: '/inside/administration' });
  const navigate = useNavigate({ from: '/administration' });
  const query = useQuery(schedulesQuery(after));
  const turn = (cursor: string | undefined) => void navigate({ search: { section: 'schedules', after: cursor } });
  return (
    <Loaded query={query}>
      {({ data, paging }) => (
        <ListTable
          head={['Contract', 'Asset', 'Cron expression', 'Time zone', 'Next run']}
          none="No contract has a schedule"
          rows={data.map(({ contract, entity, cron, timezone, nextAt }) => [
            <EntityLink key="contract" type="dataContract" fqn={contract.fullyQualifiedName ?? ''}>
              {contract.name}
            </EntityLink>,
            <References key="entity" of={[entity]} />,
            <span key="cron" className="mono">
              {cron}
            </span>,
            timezone,
            nextAt === undefined ? (
              ''
            ) : (
              <span key="next">
                <Time of={nextAt} isUpcoming />, {absoluteTime(nextAt)}
              </span>
            ),
          ])}
          more={paging.after === undefined ? undefined : () => turn(paging.after)}
          first={after === undefined ? undefined : () => turn(undefined)}
        />
      )}
    </Loaded>
  );
}
