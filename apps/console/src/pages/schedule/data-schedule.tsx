import { useQuery } from '@tanstack/react-query';
import {
  checkScheduleQuery,
  crawlScheduleQuery,
  removeCheckSchedule,
  removeCrawlSchedule,
  storeCheckSchedule,
  storeCrawlSchedule,
} from '../../api/operations/schedules';
import { useLackedOn, useMayDoTo } from '../../api/permissions';
import { AskForRight } from '../../ui/buttons/ask-for-right';
import { Loaded } from '../../ui/states';
import { ScheduleForm, type Schedule, type ScheduleOf } from './schedule-form';
import { SchedulePopover } from './schedule-popover';

/** The schedule of crawls of a service, for those who may have it crawled. */
export function CrawlSchedule({ id, fqn }: { readonly id: string; readonly fqn: string }) {
  const mayCrawl = useMayDoTo('databaseService', id, 'CrawlData');
  const lacked = useLackedOn('databaseService', id, ['CrawlData']);
  if (!mayCrawl)
    return (
      <span className="row">
        <span className="dimmed">Set by those who may have the source crawled</span>
        <AskForRight type="databaseService" id={id} name={fqn} operations={lacked} />
      </span>
    );
  const query = crawlScheduleQuery(fqn);
  return (
    <DataSchedule
      name="Edit the schedule of crawls"
      query={query}
      of={{
        label: 'Crawl',
        queryKey: query.queryKey,
        store: (schedule) => storeCrawlSchedule(fqn, schedule),
        remove: () => removeCrawlSchedule(fqn),
      }}
    />
  );
}

/** The schedule of checks of a table; changed by those who may have them computed. */
export function CheckSchedule({ id }: { readonly id: string }) {
  const mayCheck = useMayDoTo('table', id, 'CheckData');
  const query = checkScheduleQuery(id);
  return (
    <div className="row">
      <span className="dimmed">Schedule of the checks:</span>
      {!mayCheck && <ScheduleState query={query} />}
      {mayCheck && (
        <DataSchedule
          name="Edit the schedule of checks"
          query={query}
          of={{
            label: 'Check',
            queryKey: query.queryKey,
            store: ({ profile = false, ...schedule }) => storeCheckSchedule(id, { ...schedule, profile }),
            remove: () => removeCheckSchedule(id),
            hasProfile: true,
          }}
        />
      )}
    </div>
  );
}

interface DataScheduleProps {
  readonly name: string;
  readonly query: ReturnType<typeof checkScheduleQuery>;
  readonly of: ScheduleOf;
}

function DataSchedule({ name, query, of }: DataScheduleProps) {
  return (
    <span className="row">
      <ScheduleState query={query} />
      <SchedulePopover name={name}>
        {(changed, close) => <OpenedForm query={query} of={of} changed={changed} close={close} />}
      </SchedulePopover>
    </span>
  );
}

/** The schedule as it is; nothing until it is known. */
function ScheduleState({ query }: Pick<DataScheduleProps, 'query'>) {
  const { data } = useQuery(query);
  return data !== undefined && <span className={data ? 'mono' : 'dimmed'}>{stateText(data)}</span>;
}

function stateText(schedule: Schedule | null): string {
  if (schedule === null) return 'Not scheduled';
  const { cron, timezone, enabled } = schedule;
  return enabled ? `${cron} (${timezone})` : `${cron} (${timezone}), switched off`;
}

interface OpenedFormProps extends Pick<DataScheduleProps, 'query' | 'of'> {
  readonly changed: (isChanged: boolean) => void;
  readonly close: () => void;
}

function OpenedForm({ query, ...form }: OpenedFormProps) {
  const found = useQuery(query);
  return (
    <Loaded query={found} what="Loading the schedule">
      {(schedule) => <ScheduleForm {...form} schedule={schedule} />}
    </Loaded>
  );
}
