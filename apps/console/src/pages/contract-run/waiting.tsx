import { useQuery } from '@tanstack/react-query';
import { useMayDoToAll } from '../../api/permissions';
import { queuesQuery } from '../../api/queues';
import { PageLink } from '../../ui/link';

/** The queue of what somebody asks for and waits for. */
const LANE = 'urgent';

/** The reason why a run waits. That its queue is paused is told to those who may see queues; others cannot know it. */
export function Waiting() {
  const maySee = useMayDoToAll('setting', 'EditAll');
  const { data } = useQuery({ ...queuesQuery, enabled: maySee });
  const paused = data?.data.find((queue) => queue.lane === LANE && queue.paused);
  if (!paused) return <span className="dimmed">It waits for a worker</span>;
  return (
    <span>
      Its queue {paused.name} is paused:{' '}
      <PageLink to="/administration" search={{ section: 'queues' }}>
        resume it
      </PageLink>{' '}
      to let it run.
    </span>
  );
}
