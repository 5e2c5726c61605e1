import { useQuery } from '@tanstack/react-query';
import { useMayDoToAll } from '../../api/permissions';
import { queuesQuery } from '../../api/operations/queues';
import { PageLink } from '../../ui/link';

/** The queue of manual runs that are awaited. */
const LANE = 'urgent';

/** The reason why a run waits. A paused queue is shown to users who may see queues. */
export function Waiting() {
  const maySee = useMayDoToAll('setting', 'EditAll');
  const { data } = useQuery({ ...queuesQuery, enabled: maySee });
  const paused = data?.data.find((queue) => queue.lane === LANE && queue.paused);
  if (!paused) return <span className="dimmed">It waits for a worker</span>;
  return (
    <span>
      Its queue {paused.name} is paused:{' '}
      <PageLink to="/administration" search={{ section: 'queues' }} style={{ textDecoration: 'underline' }}>
        resume it
      </PageLink>{' '}
      to let it run.
    </span>
  );
}
