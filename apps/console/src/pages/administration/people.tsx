import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { peopleQuery, type Person } from '../../api/administration';
import { ListTable } from '../../ui/list-table';
import { Loaded } from '../../ui/states';
import { Tag } from '../../ui/status';

type Collection = 'users' | 'teams' | 'roles' | 'policies';

const names = (of: readonly { name?: string; displayName?: string }[] | undefined): string =>
  (of ?? []).map(({ displayName, name }) => displayName ?? name).join(', ') || '–';

interface Columns {
  readonly head: readonly string[];
  readonly cells: (one: Person) => readonly ReactNode[];
}

const COLUMNS: Readonly<Record<Collection, Columns>> = {
  users: {
    head: ['User', 'E-mail', 'Roles', 'Teams'],
    cells: (one) => [
      <Named key="name" one={one}>
        {one.isAdmin && <Tag tone="busy">administrator</Tag>}
        {one.isBot && <Tag tone="idle">bot</Tag>}
      </Named>,
      one.email,
      names(one.roles),
      names(one.teams),
    ],
  },
  teams: {
    head: ['Team', 'Kind', 'Users', 'Policies'],
    cells: (one) => [<Named key="name" one={one} />, one.teamType, names(one.users), names(one.policies)],
  },
  roles: {
    head: ['Role', 'What for', 'Policies'],
    cells: (one) => [<Named key="name" one={one} />, one.description, names(one.policies)],
  },
  policies: {
    head: ['Policy', 'What for', 'Rules'],
    cells: (one) => [<Named key="name" one={one} />, one.description, <Rules key="rules" of={one.rules} />],
  },
};

/** Who there is, and what they may. */
export function People({ collection }: { readonly collection: Collection }) {
  const { after } = useSearch({ from: '/inside/administration' });
  const navigate = useNavigate({ from: '/administration' });
  const query = useQuery(peopleQuery(collection, after));
  const { head, cells } = COLUMNS[collection];
  const turn = (cursor: string | undefined) => void navigate({ search: { section: collection, after: cursor } });
  return (
    <Loaded query={query}>
      {({ data, paging }) => (
        <ListTable
          head={head}
          rows={data.map(cells)}
          none={`There are no ${collection}`}
          total={paging.total}
          more={paging.after === undefined ? undefined : () => turn(paging.after)}
          first={after === undefined ? undefined : () => turn(undefined)}
        />
      )}
    </Loaded>
  );
}

function Named({ one: { name, displayName }, children }: { readonly one: Person; readonly children?: ReactNode }) {
  return (
    <span className="row">
      <strong>{displayName ?? name}</strong>
      {displayName && displayName !== name && <span className="dimmed small">{name}</span>}
      {children}
    </span>
  );
}

function Rules({ of = [] }: { readonly of: Person['rules'] }) {
  return (
    <ul style={{ margin: 0, paddingLeft: 18 }} className="small">
      {of.map(({ name, effect, resources, operations, condition }) => (
        <li key={name}>
          <strong>{name}</strong>: {effect} {operations.join(', ')} on {resources.join(', ')}
          {condition && <span className="mono"> where {condition}</span>}
        </li>
      ))}
    </ul>
  );
}
