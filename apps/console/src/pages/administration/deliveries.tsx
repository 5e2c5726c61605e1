import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deliveriesQuery, redeliver, type Delivery, type Subscription } from '../../api/notifications';
import { ListTable } from '../../ui/tables/list-table';
import { Loaded, Refusal } from '../../ui/states';
import { Tag, type Tone } from '../../ui/status';
import { Time } from '../../ui/time';
import { noticeWords } from './notice-words';

const TONES: Readonly<Record<Delivery['state'], Tone>> = {
  pending: 'busy',
  delivered: 'ok',
  dead: 'bad',
  discarded: 'idle',
};

/** The newest messages of a subscription; what was given up can be sent once more. */
export function Deliveries({ of: { id, name } }: { readonly of: Subscription }) {
  const queries = useQueryClient();
  const query = useQuery(deliveriesQuery(id));
  const again = useMutation({
    mutationFn: (delivery: string) => redeliver(id, delivery),
    onSuccess: () => queries.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey }),
  });
  return (
    <section className="stack" aria-label={`Messages of ${name}`}>
      <h2 style={{ margin: 0, fontSize: 17 }}>Messages of {name}</h2>
      <Refusal error={again.error} />
      <Loaded query={query}>
        {({ data }) => (
          <ListTable
            head={['Message', 'About', 'State', 'Made', '']}
            none="No message so far"
            rows={data.map((delivery) => [
              [...new Set(delivery.notices.map(({ type }) => noticeWords(type)))].join(', '),
              <span key="about" className="mono fqn">
                {delivery.notices[0]?.entity.fullyQualifiedName}
              </span>,
              <span key="state">
                <Tag tone={TONES[delivery.state]}>{delivery.state}</Tag>{' '}
                <span className="small">
                  {delivery.attempts > 1 ? `after ${delivery.attempts} tries ` : ''}
                  {delivery.error}
                </span>
              </span>,
              <Time key="made" of={delivery.createdAt} />,
              delivery.state === 'dead' ? (
                <Button key="again" variant="default" size="xs" onClick={() => again.mutate(delivery.id)}>
                  Send again
                </Button>
              ) : (
                ''
              ),
            ])}
          />
        )}
      </Loaded>
    </section>
  );
}
