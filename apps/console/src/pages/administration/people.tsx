import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { lastSeenQuery, peopleQuery, type Collection, type Person } from '../../api/administration';
import { useMayDo, useMayDoToAll, useMayDoToEach } from '../../api/permissions';
import { ListTable } from '../../ui/tables/list-table';
import { PasswordDialog } from '../../ui/shell/password-dialog';
import { Loaded } from '../../ui/states';
import { Tag } from '../../ui/status';
import { Time } from '../../ui/time';
import { NameFilter } from '../../ui/fields/name-filter';
import { useOwnParties } from '../../api/governance/own-ids';
import { KINDS, PersonEditor } from './person-editor';
import { ActivateButton, DeactivateButton } from './user-activity';

const names = (of: readonly { name?: string; displayName?: string }[] | undefined): string =>
  (of ?? []).map(({ displayName, name }) => displayName ?? name).join(', ') || '–';

interface Columns {
  readonly head: readonly string[];
  readonly cells: (one: Person, seen: ReadonlyMap<string, number> | undefined) => readonly ReactNode[];
}

const COLUMNS: Readonly<Record<Collection, Columns>> = {
  users: {
    head: ['User', 'E-mail', 'Roles', 'Teams', 'Last seen'],
    cells: (one, seen) => [
      <Named key="name" one={one}>
        {one.isAdmin && <Tag tone="busy">administrator</Tag>}
        {one.isBot && <Tag tone="idle">bot</Tag>}
        {one.deleted && <Tag tone="bad">deactivated</Tag>}
      </Named>,
      one.email,
      names(one.roles),
      names(one.teams),
      <Seen key="seen" at={seen && (seen.get(one.id) ?? 'never')} />,
    ],
  },
  teams: {
    head: ['Team', 'Type', 'Users', 'Policies'],
    cells: (one) => [<Named key="name" one={one} />, one.teamType, names(one.users), names(one.policies)],
  },
  roles: {
    head: ['Role', 'Description', 'Policies'],
    cells: (one) => [<Named key="name" one={one} />, one.description, names(one.policies)],
  },
  policies: {
    head: ['Policy', 'Description', 'Rules'],
    cells: (one) => [<Named key="name" one={one} />, one.description, <Rules key="rules" of={one.rules} />],
  },
};

/** Names and teams alone: addresses, roles and policies are for those who manage people. */
const NAMES: Readonly<Partial<Record<Collection, Columns>>> = {
  users: {
    head: ['User', 'Teams'],
    cells: (one) => [<Named key="name" one={one} />, names(one.teams)],
  },
  teams: {
    head: ['Team', 'Type', 'Users'],
    cells: (one) => [<Named key="name" one={one} />, one.teamType, names(one.users)],
  },
};

/** Users or teams, and what they may; who may change that does it here. */
export function People({ collection }: { readonly collection: Collection }) {
  const { after, user, deactivated } = useSearch({ from: '/inside/administration' });
  const navigate = useNavigate({ from: '/administration' });
  const named = collection === 'users' ? user : undefined;
  const isDeactivated = collection === 'users' ? deactivated : undefined;
  const query = useQuery(peopleQuery(collection, { named, isDeactivated }, after));
  const own = useOwnParties();
  const kind = KINDS[collection];
  const mayManage = useMayDoToAll(kind, 'EditAll');
  const { head, cells } = (mayManage ? undefined : NAMES[collection]) ?? COLUMNS[collection];
  const mayCreate = useMayDo(kind, 'Create');
  const editable = useMayDoToEach(kind, query.data?.data.map(({ id }) => id) ?? [], 'EditAll');
  const mayEdit = editable.size > 0;
  const seen = useQuery(lastSeenQuery(query.data?.data.map(({ id }) => id) ?? [], collection === 'users' && mayManage));
  const [edited, setEdited] = useState<{ readonly one?: Person }>();
  /** Whose password is set anew. */
  const [reset, setReset] = useState<string>();
  const go = (to: { after?: string | undefined; user?: string | undefined; deactivated?: true | undefined }) =>
    void navigate({ search: { section: collection, user: named, deactivated: isDeactivated, ...to } });
  const turn = (cursor: string | undefined) => go({ after: cursor });
  return (
    <div className="stack">
      <div className="row row-apart" style={{ alignItems: 'flex-end' }}>
        {collection === 'users' && (
          <span className="row" style={{ alignItems: 'flex-end' }}>
            <NameFilter
              label="Find a person"
              types={['user']}
              value={named}
              set={(fqn) => go({ user: fqn || undefined })}
            />
            {mayManage && (
              <Checkbox
                label="Deactivated users"
                checked={isDeactivated ?? false}
                onChange={({ currentTarget }) =>
                  go({ deactivated: currentTarget.checked || undefined, user: undefined })
                }
              />
            )}
          </span>
        )}
        {mayCreate && (
          <Button variant="default" w="max-content" onClick={() => setEdited({})}>
            New {kind}
          </Button>
        )}
      </div>
      {edited && <PersonEditor collection={collection} one={edited.one} close={() => setEdited(undefined)} />}
      {reset !== undefined && <PasswordDialog user={reset} close={() => setReset(undefined)} />}
      <Loaded query={query}>
        {({ data, paging }) => (
          <ListTable
            head={mayEdit ? [...head, ''] : head}
            rows={data.map((one: Person) => [
              ...cells(one, seen.data),
              ...(mayEdit
                ? [
                    editable.has(one.id) && (
                      <div className="row" key="change">
                        {one.deleted ? (
                          <ActivateButton user={one} />
                        ) : (
                          <ChangeButton name={one.name} press={() => setEdited({ one })} />
                        )}
                        {collection === 'users' && !one.isBot && !one.deleted && (
                          <PasswordButton name={one.name} press={() => setReset(one.name)} />
                        )}
                        {collection === 'users' && !one.deleted && one.id !== own.id && mayManage && (
                          <DeactivateButton user={one} />
                        )}
                      </div>
                    ),
                  ]
                : []),
            ])}
            none={`There are no ${collection}`}
            total={paging.total}
            more={paging.after === undefined ? undefined : () => turn(paging.after)}
            first={after === undefined ? undefined : () => turn(undefined)}
          />
        )}
      </Loaded>
    </div>
  );
}

function ChangeButton({ name, press }: { readonly name: string; readonly press: () => void }) {
  return (
    <Button variant="default" size="xs" aria-label={`Edit ${name}`} onClick={press}>
      Edit
    </Button>
  );
}

function PasswordButton({ name, press }: { readonly name: string; readonly press: () => void }) {
  return (
    <Button variant="default" size="xs" aria-label={`Set the password of ${name}`} onClick={press}>
      Password
    </Button>
  );
}

/** @param at epoch ms; undefined: not known */
function Seen({ at }: { readonly at: number | 'never' | undefined }) {
  if (at === undefined) return <span className="dimmed">–</span>;
  return at === 'never' ? <span className="dimmed">Never</span> : <Time of={at} />;
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
      {of.map(({ name, effect, resources = [], operations, condition }) => (
        <li key={name}>
          <strong>{name}</strong>: {effect} {operations.join(', ')} on {resources.join(', ')}
          {condition && <span className="mono"> where {condition}</span>}
        </li>
      ))}
    </ul>
  );
}
