import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { muteSubscription, ownSubscriptionsQuery } from '../../api/inbox';
import { deleteSubscription, type Subscription } from '../../api/notifications';
import { Loaded, Message, Refusal } from '../../ui/states';
import { Tag } from '../../ui/status';
import { RowButton, TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { absoluteTime, Time } from '../../ui/time';
import { toasts } from '../../ui/toasts/toasts';
import { nextMorning } from '../incident/incident-words';

const WEEK_MS = 7 * 86_400_000;

const isMuted = ({ mutedUntil }: Subscription): boolean => mutedUntil !== undefined && mutedUntil > Date.now();

/** The subscriptions of the reader: what each is to, muted or deleted by them. */
export function OwnSubscriptions() {
  const query = useQuery(ownSubscriptionsQuery());
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['inbox'] });
  const mute = useMutation({
    mutationFn: ({ of, until }: { readonly of: Subscription; readonly until: number | undefined }) =>
      muteSubscription(of.id, until),
    onSuccess: (_, { of, until }) =>
      toasts.add(
        until === undefined ? `${of.name} is sent again.` : `${of.name} is muted until ${absoluteTime(until)}.`,
        // Unmute is taken back by the end that the mute had.
        () => muteSubscription(of.id, until === undefined ? of.mutedUntil : undefined),
      ),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (of: Subscription) => deleteSubscription(of.id),
    onSuccess: (_, { name }) => toasts.add(`${name} is deleted.`),
    onSettled: refresh,
  });
  const rowOf = (of: Subscription) => [
    <strong>
      <bdi>{of.name}</bdi>
    </strong>,
    <span className="fqn">{scopeOf(of)}</span>,
    of.destination.type,
    <State of={of} />,
    <span className="row">
      {isMuted(of) ? (
        <Act label="Unmute" of={of} act={() => mute.mutate({ of, until: undefined })} />
      ) : (
        <>
          <Act label="Mute until 08:00" of={of} act={() => mute.mutate({ of, until: nextMorning(Date.now()) })} />
          <Act label="Mute for 7 days" of={of} act={() => mute.mutate({ of, until: Date.now() + WEEK_MS })} />
        </>
      )}
      <Act label="Delete" of={of} act={() => remove.mutate(of)} />
    </span>,
  ];
  return (
    <Loaded query={query} what="Looking for subscriptions">
      {(subscriptions) =>
        subscriptions.length === 0 ? (
          <div className="panel">
            <Message icon="bell" title="No subscriptions yet">
              <p>Subscribe to a contract, an asset or a domain on its page.</p>
            </Message>
          </div>
        ) : (
          <div className="stack">
            <Refusal error={mute.error ?? remove.error} />
            <TableScroll className="panel panel-flush">
              <Table
                label="Subscriptions"
                head={['Subscription', 'To', 'Channel', 'State', 'Change']}
                rows={subscriptions.map(rowOf)}
              />
            </TableScroll>
          </div>
        )
      }
    </Loaded>
  );
}

interface ActProps {
  readonly label: string;
  readonly of: Subscription;
  readonly act: () => void;
}

function Act({ label, of, act }: ActProps) {
  return <RowButton size="compact-md" label={label} name={`${label}: ${of.name}`} act={act} />;
}

function scopeOf({ filter: { mine, entityTypes: _types, ...lists } }: Subscription): string {
  if (mine) return 'what comes to the inbox';
  return Object.values(lists).flat().join(', ') || 'all contracts';
}

function State({ of }: { readonly of: Subscription }) {
  if (!of.enabled) return <Tag tone="idle">paused</Tag>;
  if (of.mutedUntil === undefined || !isMuted(of)) return <Tag tone="ok">active</Tag>;
  return (
    <Tag tone="idle">
      muted until&nbsp;
      <Time of={of.mutedUntil} isUpcoming />
    </Tag>
  );
}
