import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queuesQuery, steerQueue } from '../../api/operations/queues';
import { ListTable } from '../../ui/tables/list-table';
import { Loaded, Refusal } from '../../ui/states';
import { Tag } from '../../ui/status';
import { ParkedJobs } from './parked-jobs';

/** The queues of the workers, watched while they are looked at. */
export function Queues() {
  const queries = useQueryClient();
  const query = useQuery(queuesQuery);
  const steer = useMutation({
    mutationFn: steerQueue,
    onSettled: () => queries.invalidateQueries({ queryKey: queuesQuery.queryKey }),
  });
  return (
    <div className="stack">
      <Refusal error={steer.error} />
      <Loaded query={query}>
        {({ data }) => (
          <ListTable
            head={['Queue', 'Priority', 'State', 'Waiting', 'Running', '']}
            none="There are no queues"
            rows={data.map((queue) => [
              <strong key="name">{queue.name}</strong>,
              queue.lane,
              <Tag key="state" tone={queue.paused ? 'part' : 'ok'}>
                {queue.paused ? 'paused' : 'running'}
              </Tag>,
              queue.waiting,
              queue.active,
              <Button
                key="steer"
                variant="default"
                size="xs"
                aria-label={`${queue.paused ? 'Resume' : 'Pause'} ${queue.name}`}
                onClick={() => steer.mutate(queue)}
              >
                {queue.paused ? 'Resume' : 'Pause'}
              </Button>,
            ])}
          />
        )}
      </Loaded>
      <ParkedJobs />
    </div>
  );
}
