import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Asset } from '../../api/assets';
import { permissionsAsQuery, useMayDoToAll, useMayReadRightsOn, type OperationPermission } from '../../api/permissions';
import { NameFilter } from '../../ui/fields/name-filter';
import { PageLink } from '../../ui/link';
import { rightOnInWords } from '../../ui/rights';
import { Loaded } from '../../ui/states';
import { Tag } from '../../ui/status';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { unquoted } from '../../ui/text/fqn-parts';
import { accessWords, reasonWords } from './access-words';

const COLUMNS: readonly DataColumn<OperationPermission>[] = [
  {
    label: 'Right',
    isName: true,
    cell: ({ operation }) => (
      <span>
        {rightOnInWords(operation, 'it')} <span className="dimmed small">{operation}</span>
      </span>
    ),
    sortBy: ({ operation }) => operation,
  },
  {
    label: 'Access',
    cell: ({ access }) => <Tag {...accessWords(access)} />,
    sortBy: ({ access }) => access,
  },
  { label: 'Decided by', cell: (permission) => <DecidedBy of={permission} /> },
];

function DecidedBy({ of }: { readonly of: OperationPermission }) {
  const { rule, policy, condition } = of;
  const mayOpen = useMayDoToAll('policy', 'EditAll');
  return (
    <span className="stack" style={{ gap: 2 }}>
      <span>
        {reasonWords(of)}
        {rule !== undefined && (
          <>
            {' '}
            <strong>
              <bdi>{rule}</bdi>
            </strong>
          </>
        )}
      </span>
      {policy !== undefined && (
        <span className="small">
          {mayOpen ? (
            <PageLink to="/administration" search={{ section: 'policies' }}>
              Policy <bdi>{policy}</bdi>
            </PageLink>
          ) : (
            <>
              Policy <bdi>{policy}</bdi>
            </>
          )}
        </span>
      )}
      {condition !== undefined && <span className="mono small fqn">where {condition}</span>}
    </span>
  );
}

interface WhoMayProps {
  readonly type: string;
  readonly asset: Asset;
}

/** Rights of one person on the asset, each with the rule that decides it; for who may read them, nothing for others. */
export function WhoMay({ type, asset }: WhoMayProps) {
  const mayAsk = useMayReadRightsOn(asset);
  const [person, setPerson] = useState<string>();
  if (!mayAsk) return null;
  return (
    <section className="panel stack" aria-labelledby="who-may">
      <h2 id="who-may" style={{ margin: 0, fontSize: 17 }}>
        Who may what here
      </h2>
      <div style={{ maxWidth: 360 }}>
        <NameFilter
          label="Person"
          types={['user']}
          value={person}
          set={(fqn) => setPerson(fqn ? unquoted(fqn) : undefined)}
        />
      </div>
      {person === undefined ? (
        <p className="dimmed" style={{ margin: 0 }}>
          Choose a person to see what they may do, and which rule of which policy decides it.
        </p>
      ) : (
        <RightsOf type={type} id={asset.id} person={person} />
      )}
    </section>
  );
}

interface RightsProps {
  readonly type: string;
  readonly id: string;
  readonly person: string;
}

function RightsOf({ type, id, person }: RightsProps) {
  const query = useQuery(permissionsAsQuery(type, id, person));
  return (
    <Loaded query={query} what="Looking for rights">
      {({ permissions }) => (
        <DataTable
          label={`Rights of ${person}`}
          columns={COLUMNS}
          rows={permissions}
          keyOf={({ operation }) => operation}
        />
      )}
    </Loaded>
  );
}
