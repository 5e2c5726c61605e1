import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteSubscription,
  enableSubscription,
  subscriptionsQuery,
  testSubscription,
  type Subscription,
} from '../../api/notifications';
import { ListTable } from '../../ui/tables/list-table';
import { Loaded, Notice, Refusal } from '../../ui/states';
import { Tag } from '../../ui/status';
import { Lasted } from '../../ui/time';
import { Deliveries } from './deliveries';
import { EditSubscription } from '../subscriptions/edit-subscription';
import { NewSubscriptionForm } from './new-subscription';

/** Subscriptions to what happens to contracts: one's own, all of them for administrators. */
export function Notifications() {
  const { after } = useSearch({ from: '/inside/administration' });
  const navigate = useNavigate({ from: '/administration' });
  const queries = useQueryClient();
  const query = useQuery(subscriptionsQuery(after));
  const [looked, setLooked] = useState<Subscription>();
  const [edited, setEdited] = useState<Subscription>();
  const refresh = () => queries.invalidateQueries({ queryKey: ['administration', 'notifications'] });
  const enable = useMutation({ mutationFn: enableSubscription, onSuccess: refresh });
  const remove = useMutation({ mutationFn: deleteSubscription, onSuccess: refresh });
  const test = useMutation({ mutationFn: (one: Subscription) => testSubscription(one.id) });
  const error = enable.error ?? remove.error ?? test.error;
  const turn = (cursor: string | undefined) => void navigate({ search: { section: 'notifications', after: cursor } });

  return (
    <div className="stack">
      <NewSubscriptionForm made={() => void refresh()} />
      <Refusal error={error} />
      {test.data && (
        <Notice tone={test.data.kind === 'delivered' ? 'ok' : 'bad'} icon="info">
          <p>
            {test.variables?.name}:{' '}
            {test.data.kind === 'delivered' ? 'the message arrived' : 'the message did not arrive'}
            {test.data.status === undefined ? '' : `, answer ${test.data.status}`}
            {test.data.error === undefined ? '' : `: ${test.data.error}`}
          </p>
        </Notice>
      )}
      <Loaded query={query}>
        {({ data, paging }) => (
          <ListTable
            head={['Subscription', 'Sends to', 'State', '']}
            none="No subscriptions yet"
            rows={data.map((one) => [
              <span key="name" className="row">
                <strong>{one.name}</strong>
                <span className="dimmed small">of {one.owner}</span>
              </span>,
              <span key="to">
                {one.destination.type}{' '}
                <span className="mono fqn">{one.destination.url ?? one.destination.recipients?.join(', ')}</span>
              </span>,
              <State key="state" of={one} />,
              <span key="do" className="row">
                <Button variant="default" size="xs" aria-label={`Test ${one.name}`} onClick={() => test.mutate(one)}>
                  Test
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`${one.enabled ? 'Pause' : 'Enable'} ${one.name}`}
                  onClick={() => enable.mutate({ id: one.id, enabled: !one.enabled })}
                >
                  {one.enabled ? 'Pause' : 'Enable'}
                </Button>
                <Button variant="default" size="xs" aria-label={`Edit ${one.name}`} onClick={() => setEdited(one)}>
                  Edit
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Messages of ${one.name}`}
                  onClick={() => setLooked(looked?.id === one.id ? undefined : one)}
                >
                  Messages
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Delete ${one.name}`}
                  onClick={() => remove.mutate(one.id)}
                >
                  Delete
                </Button>
              </span>,
            ])}
            more={paging.after === undefined ? undefined : () => turn(paging.after)}
            first={after === undefined ? undefined : () => turn(undefined)}
          />
        )}
      </Loaded>
      {edited && <EditSubscription key={edited.id} of={edited} close={() => setEdited(undefined)} />}
      {looked && <Deliveries key={looked.id} of={looked} />}
    </div>
  );
}

function State({ of: { enabled, disabledReason, failingSince, lastError } }: { readonly of: Subscription }) {
  if (!enabled) {
    return (
      <span>
        <Tag tone="idle">paused</Tag> <span className="small">{disabledReason}</span>
      </span>
    );
  }
  if (failingSince === undefined) return <Tag tone="ok">active</Tag>;
  return (
    <span>
      <Tag tone="bad">fails</Tag>{' '}
      <span className="small">
        It has failed for <Lasted since={failingSince} />: {lastError}
      </span>
    </span>
  );
}
