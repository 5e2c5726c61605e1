import { Button, Popover, Select, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { BusyButton } from '../../ui/busy-button';
import { removeSchedule, scheduleQuery, storeSchedule, type Schedule } from '../../api/schedules';
import { useAskedClose } from '../../ui/dialog';
import { Refusal } from '../../ui/states';
import { absoluteTime, Time } from '../../ui/time';

/** The schedule of the contract; who may validate it changes that. */
export function NextRun({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }) {
  const { data: schedule, error } = useQuery(scheduleQuery(id));
  const [isOpen, setOpen] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const close = () => {
    setOpen(false);
    setChanged(false);
  };
  const { ask, question } = useAskedClose(isOpen && isChanged ? 'What you changed in the schedule' : undefined, close);
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
        <Popover
          opened={isOpen}
          onChange={(opens) => (opens ? setOpen(true) : ask())}
          trapFocus
          returnFocus
          withinPortal
          position="bottom-start"
        >
          <Popover.Target>
            <Button
              variant="default"
              size="compact-sm"
              aria-label="Change the schedule"
              onClick={() => (isOpen ? ask() : setOpen(true))}
            >
              Schedule
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label="Schedule">
            <ScheduleForm id={id} schedule={schedule} changed={setChanged} close={close} />
          </Popover.Dropdown>
        </Popover>
      )}
      {question}
    </span>
  );
}

const OFTEN = [
  { value: '0 * * * *', label: 'every hour' },
  { value: '0 6 * * *', label: 'every day at 06:00' },
  { value: '0 6 * * 1-5', label: 'on weekdays at 06:00' },
  { value: '0 6 * * 1', label: 'on Mondays at 06:00' },
];
const OWN = 'own';
const READER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface FormProps {
  readonly id: string;
  readonly schedule: Schedule | null;
  /** Told whether something is entered that is not saved. */
  readonly changed: (isChanged: boolean) => void;
  readonly close: () => void;
}

function ScheduleForm({ id, schedule, changed, close }: FormProps) {
  const queries = useQueryClient();
  const [begun] = useState(() => ({
    cron: schedule?.cron ?? '0 6 * * *',
    timezone: schedule?.timezone ?? READER_ZONE,
    enabled: schedule?.enabled ?? true,
  }));
  const [cron, setCron] = useState(begun.cron);
  const [timezone, setTimezone] = useState(begun.timezone);
  const [enabled, setEnabled] = useState(begun.enabled);
  const isChanged = cron !== begun.cron || timezone !== begun.timezone || enabled !== begun.enabled;
  useEffect(() => changed(isChanged), [changed, isChanged]);
  const done = async () => {
    await queries.invalidateQueries({ queryKey: scheduleQuery(id).queryKey });
    close();
  };
  const store = useMutation({
    mutationFn: () => storeSchedule(id, { cron: cron.trim(), timezone: timezone.trim(), enabled }),
    onSuccess: done,
  });
  const remove = useMutation({ mutationFn: () => removeSchedule(id), onSuccess: done });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    store.mutate();
  };
  return (
    <form className="stack" style={{ gap: 12, width: 300 }} onSubmit={submit}>
      <Select
        label="Validate"
        allowDeselect={false}
        data={[...OFTEN, { value: OWN, label: 'by a cron expression' }]}
        value={OFTEN.some(({ value }) => value === cron) ? cron : OWN}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => value !== null && setCron(value === OWN ? '' : value)}
      />
      <TextInput
        label="Cron expression"
        description="Minute, hour, day of month, month, day of week"
        required
        value={cron}
        onChange={({ currentTarget }) => setCron(currentTarget.value)}
      />
      <TextInput
        label="Time zone"
        required
        value={timezone}
        onChange={({ currentTarget }) => setTimezone(currentTarget.value)}
      />
      <Switch
        label="Switched on"
        checked={enabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      <Refusal error={store.error ?? remove.error} />
      <div className="row">
        <BusyButton type="submit" isBusy={store.isPending}>
          Save the schedule
        </BusyButton>
        {schedule && (
          <BusyButton variant="default" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </BusyButton>
        )}
      </div>
    </form>
  );
}
