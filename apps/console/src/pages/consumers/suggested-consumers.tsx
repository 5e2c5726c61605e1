import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  contractInvitationsQuery,
  suggestedConsumersQuery,
  type SuggestedConsumer,
} from '../../api/governance/invitations';
import type { Party } from '../../ui/party-field';
import { nameOf } from '../../ui/references';
import { Loaded } from '../../ui/states';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { evidenceText } from './evidence';
import { InviteDialog } from './invite-dialog';

type Seen = SuggestedConsumer & { readonly party: NonNullable<SuggestedConsumer['party']> };

const isSeen = (one: SuggestedConsumer): one is Seen => one.party !== undefined;

const COLUMNS: readonly DataColumn<Seen>[] = [
  { label: 'Who', isName: true, cell: ({ party }) => <bdi>{nameOf(party)}</bdi> },
  { label: 'Why', cell: ({ evidence }) => <span className="fqn">{evidenceText(evidence)}</span> },
  { label: 'Columns', cell: ({ columns = [] }) => columns.join(', ') },
];

/** Users and teams that seem to rely on a contract by lineage and queries, each to be invited; nothing where there is nobody, or all of them are. */
export function SuggestedConsumers({ contract }: { readonly contract: string }) {
  const query = useQuery(suggestedConsumersQuery(contract));
  const { data: invitations = [] } = useQuery(contractInvitationsQuery(contract));
  const [invited, setInvited] = useState<Party>();
  const known = new Set(invitations.map(({ party }) => party?.id));
  const [columns] = useState(() => [
    ...COLUMNS,
    {
      label: 'Invite',
      cell: ({ party }: Seen) => (
        <Button
          size="compact-md"
          variant="default"
          aria-label={`Invite ${nameOf(party)}`}
          onClick={() =>
            setInvited({ type: party.type as Party['type'], fullyQualifiedName: party.fullyQualifiedName })
          }
        >
          Invite
        </Button>
      ),
    },
  ]);
  return (
    <Loaded query={query} what="Looking for who may rely on it">
      {(suggested) => {
        const rows = suggested.filter(isSeen).filter(({ party }) => !known.has(party.id));
        return (
          <>
            {rows.length > 0 && (
              <section className="stack" aria-labelledby="suggested-consumers">
                <h3 id="suggested-consumers" style={{ margin: 0, fontSize: 15 }}>
                  Seem to rely on it
                </h3>
                <DataTable label="Suggested consumers" columns={columns} rows={rows} keyOf={({ party }) => party.id} />
              </section>
            )}
            {invited && <InviteDialog contract={contract} begun={invited} close={() => setInvited(undefined)} />}
          </>
        );
      }}
    </Loaded>
  );
}
