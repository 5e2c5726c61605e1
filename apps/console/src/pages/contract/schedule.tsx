import { useQuery } from '@tanstack/react-query';
import { removeSchedule, scheduleQuery, storeSchedule } from '../../api/operations/schedules';
import { absoluteTime, Time } from '../../ui/time';
import { ScheduleForm, type ScheduleOf } from '../schedule/schedule-form';
import { SchedulePopover } from '../schedule/schedule-popover';

const ofContract = (id: string): ScheduleOf => ({
  label: 'Run',
  queryKey: scheduleQuery(id).queryKey,
  store: (schedule) => storeSchedule(id, schedule),
  remove: () => removeSchedule(id),
});

/** The schedule of the contract; who may validate it changes that. */
export function NextRun({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }) {
  const { data: schedule, error } = useQuery(scheduleQuery(id));
  if (error) return <span className="dimmed">could not be read</span>;
  if (schedule === undefined) return <span className="dimmed">…</span>;
  return (
    <span className="row">
      {schedule === null ? (
        <span className="dimmed">Not scheduled</span>
      ) : !schedule.enabled ? (
        <span className="dimmed">switched off</span>
      ) : schedule.nextAt === undefined ? (
        <span className="mono">{schedule.cron}</span>
      ) : (
        <span>
          <Time of={schedule.nextAt} isUpcoming isBeside />, {absoluteTime(schedule.nextAt)}
        </span>
      )}
      {mayChange && (
        <SchedulePopover
          name={schedule ? 'Edit the schedule' : 'Schedule runs'}
          text={schedule ? 'Schedule' : 'Schedule runs'}
        >
          {(changed, close) => <ScheduleForm of={ofContract(id)} schedule={schedule} changed={changed} close={close} />}
        </SchedulePopover>
      )}
    </span>
  );
}
