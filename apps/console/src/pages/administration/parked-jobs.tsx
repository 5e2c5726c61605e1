import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parkedQuery, removeParked, retryParked } from '../../api/operations/queues';
import { ListTable } from '../../ui/tables/list-table';
import { Loaded, Refusal } from '../../ui/states';
import { Moment } from '../../ui/time';

/** Jobs that no worker could run: why, and what can be done. */
export function ParkedJobs() {
  const queries = useQueryClient();
  const query = useQuery(parkedQuery);
  const onSettled = () => queries.invalidateQueries({ queryKey: ['administration'] });
  const retry = useMutation({ mutationFn: retryParked, onSettled });
  const remove = useMutation({ mutationFn: removeParked, onSettled });
  return (
    <section className="stack" aria-label="Failed jobs">
      <h2 className="section-title">Failed jobs</h2>
      <p className="dimmed small" style={{ margin: 0 }}>
        Of a kind that the release of the worker does not know, or with a malformed payload. One that still cannot be
        run is parked again.
      </p>
      <Refusal error={retry.error ?? remove.error} />
      <Loaded query={query} what="Loading parked jobs">
        {({ data, paging }) => (
          <ListTable
            head={['Job', 'Queue', 'Reason', 'Payload', 'Failed', '']}
            none="No job is parked"
            total={paging.total}
            rows={data.map(({ id, name, queue, reason, payload, parkedAt }) => [
              <strong key="name" className="nowrap">
                {name}
              </strong>,
              <span key="queue" className="nowrap">
                {queue}
              </span>,
              <span key="reason" className="small">
                {reason}
              </span>,
              <span key="payload" className="mono fqn small">
                {payload}
              </span>,
              <span key="at" className="nowrap">
                <Moment of={parkedAt} />
              </span>,
              <span key="do" className="row">
                <Button variant="default" size="xs" aria-label={`Send again ${name}`} onClick={() => retry.mutate(id)}>
                  Send again
                </Button>
                <Button variant="default" size="xs" aria-label={`Remove ${name}`} onClick={() => remove.mutate(id)}>
                  Remove
                </Button>
              </span>,
            ])}
          />
        )}
      </Loaded>
    </section>
  );
}
