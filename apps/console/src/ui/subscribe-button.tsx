import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { filterOf, isTo, ownSubscriptionsQuery } from '../api/inbox';
import { Icon } from './icon';
import { PageLink } from './link';

const SubscribeDialog = lazy(async () => ({ default: (await import('./subscribe-dialog')).SubscribeDialog }));

interface SubscribeProps {
  readonly type: string;
  readonly fqn: string;
  readonly name: string;
}

/** Subscribes to what happens to the contracts of one asset or domain, or to one contract; says where one has done so. */
export function SubscribeButton(of: SubscribeProps) {
  const { data = [] } = useQuery(ownSubscriptionsQuery());
  const [isAsked, setAsked] = useState(false);
  if (filterOf(of.type) === undefined) return null;
  const count = data.filter((one) => isTo(of.type, of.fqn, one)).length;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="bell" size={15} />} onClick={() => setAsked(true)}>
        Subscribe
      </Button>
      {count > 0 && (
        <PageLink to="/inbox" search={{ section: 'subscriptions' }} className="small">
          Subscribed{count > 1 && ` ${count} times`}
        </PageLink>
      )}
      {isAsked && (
        <Suspense fallback={null}>
          <SubscribeDialog {...of} close={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
