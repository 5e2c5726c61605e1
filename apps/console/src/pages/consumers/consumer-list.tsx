import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Contract } from '../../api/contracts';
import { consumersQuery, type Consumer } from '../../api/governance/consumers';
import { useOwnParties } from '../../api/governance/own-ids';
import { useMayDoTo } from '../../api/permissions';
import { DecisionDialog } from '../../ui/dialogs/decision-dialog';
import { nameOf } from '../../ui/references';
import { Loaded } from '../../ui/states';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Time } from '../../ui/time';
import { Invitations } from './invitations';
import { InviteDialog } from './invite-dialog';
import { RelyDialog, removalOf } from './rely-dialog';
import { SuggestedConsumers } from './suggested-consumers';

const HEAD = ['Who', 'Purpose', 'Columns', 'Until', 'Contact', 'Change'];

/** The consumers of a contract with their columns; the reader declares themselves and teams of theirs, and who may edit it invites others. */
export function ConsumerList({ contract }: { readonly contract: Contract }) {
  const { id = '' } = contract;
  const query = useQuery(consumersQuery(id));
  const own = useOwnParties();
  const mayEdit = useMayDoTo('dataContract', id, 'EditAll');
  const [isDeclared, setDeclared] = useState(false);
  const [isInvited, setInvited] = useState(false);
  const [removed, setRemoved] = useState<Consumer>();
  const rowOf = (consumer: Consumer): ReactNode[] => [
    ...cellsOf(consumer),
    consumer.party && own.ids.has(consumer.party.id) ? (
      <Button size="compact-sm" variant="default" onClick={() => setRemoved(consumer)}>
        Remove
      </Button>
    ) : (
      ''
    ),
  ];
  return (
    <section className="stack" aria-labelledby="governed-consumers">
      <div className="row row-apart">
        <h2 id="governed-consumers" style={{ margin: 0, fontSize: 17 }}>
          Consumers
        </h2>
        <div className="row">
          {mayEdit && (
            <Button variant="default" onClick={() => setInvited(true)}>
              Invite a consumer
            </Button>
          )}
          {own.id !== undefined && (
            <Button variant="default" onClick={() => setDeclared(true)}>
              I rely on this
            </Button>
          )}
        </div>
      </div>
      <Loaded query={query} what="Looking for consumers">
        {({ data }) =>
          data.length === 0 ? (
            <p className="dimmed" style={{ margin: 0 }}>
              No consumer has been declared. A change that breaks readers asks for no consent then.
            </p>
          ) : (
            <TableScroll>
              <Table label="Consumers" head={HEAD} rows={data.map(rowOf)} />
            </TableScroll>
          )
        }
      </Loaded>
      <Invitations contract={id} mayEdit={mayEdit} />
      {mayEdit && <SuggestedConsumers contract={id} />}
      {isInvited && <InviteDialog contract={id} close={() => setInvited(false)} />}
      {isDeclared && (
        <RelyDialog contract={contract} consumers={query.data?.data ?? []} close={() => setDeclared(false)} />
      )}
      {removed && <DecisionDialog of={removalOf(id, removed)} close={() => setRemoved(undefined)} />}
    </section>
  );
}

const cellsOf = ({ party, purpose, columns = [], until, expired, contact }: Consumer): ReactNode[] => [
  party ? <bdi>{nameOf(party)}</bdi> : '',
  purpose,
  columns.length > 0 ? columns.join(', ') : 'all',
  until !== undefined && (
    <>
      <Time of={until} isUpcoming={expired !== true} />
      {expired === true && ', expired'}
    </>
  ),
  contact ?? '',
];
