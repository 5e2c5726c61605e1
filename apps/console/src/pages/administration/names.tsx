import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { unresolvedQuery } from '../../api/operations/openlineage';
import { ListTable } from '../../ui/tables/list-table';
import { Loaded } from '../../ui/states';
import { Time } from '../../ui/time';
import { NamingRules } from './naming-rules';

/** How the names in OpenLineage's events become assets, and those that have not so far. */
export function Names() {
  return (
    <div className="stack">
      <NamingRules />
      <section className="stack" aria-label="Unresolved names">
        <h2 className="section-title">Unresolved names</h2>
        <Unresolved />
      </section>
    </div>
  );
}

function Unresolved() {
  const { after } = useSearch({ from: '/inside/administration' });
  const navigate = useNavigate({ from: '/administration' });
  const query = useQuery(unresolvedQuery(after));
  const turn = (cursor: string | undefined) => void navigate({ search: { section: 'names', after: cursor } });
  return (
    <Loaded query={query}>
      {({ data, paging }) => (
        <ListTable
          head={['Namespace', 'Name', 'Events', 'First seen', 'Last seen']}
          none="Every name in the events is an asset"
          total={paging.total}
          rows={data.map(({ namespace, name, events, firstSeen, lastSeen }) => [
            <span key="namespace" className="mono fqn">
              {namespace}
            </span>,
            <span key="name" className="mono fqn">
              {name}
            </span>,
            events,
            <Time key="first" of={firstSeen} />,
            <Time key="last" of={lastSeen} />,
          ])}
          more={paging.after === undefined ? undefined : () => turn(paging.after)}
          first={after === undefined ? undefined : () => turn(undefined)}
        />
      )}
    </Loaded>
  );
}
