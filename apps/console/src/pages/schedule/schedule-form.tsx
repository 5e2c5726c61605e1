import { Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import type { Schemas } from '../../api/service/client';
import { messageAt } from '../../api/service/api-error';
import { BusyButton } from '../../ui/buttons/busy-button';
import { ChoiceField } from '../../ui/fields/choice-field';
import { FieldRefusal } from '../../ui/states';
import { toasts } from '../../ui/toasts/toasts';

/** A schedule as it is sent; `profile` is of checks of a table alone. */
export type Schedule = Schemas['ValidationSchedule'] & { readonly profile?: boolean };

/** The schedule of one thing: how it is written, and which query reads it. */
export interface ScheduleOf {
  /** The label of what it starts, such as `Run`. */
  readonly label: string;
  readonly queryKey: QueryKey;
  readonly store: (schedule: Schedule) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  /** Whether its runs may profile the table as well. */
  readonly hasProfile?: boolean;
}

const OFTEN = [
  { value: '0 * * * *', label: 'every hour' },
  { value: '0 6 * * *', label: 'every day at 06:00' },
  { value: '0 6 * * 1-5', label: 'on weekdays at 06:00' },
  { value: '0 6 * * 1', label: 'on Mondays at 06:00' },
];
const OWN = 'own';
const READER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const SHOWN = ['cron', 'timezone'];

interface FormProps {
  readonly of: ScheduleOf;
  /** The one that there is. */
  readonly schedule: Schedule | null;
  /** Called with whether something is entered that is not saved. */
  readonly changed: (isChanged: boolean) => void;
  readonly close: () => void;
}

/** Sets, pauses and removes a schedule. */
export function ScheduleForm({ of, schedule, changed, close }: FormProps) {
  const queries = useQueryClient();
  const [begun] = useState(() => ({
    cron: schedule?.cron ?? '0 6 * * *',
    timezone: schedule?.timezone ?? READER_ZONE,
    enabled: schedule?.enabled ?? true,
    profile: schedule?.profile ?? false,
  }));
  const [draft, setDraft] = useState(begun);
  const set = (change: Partial<typeof begun>) => setDraft((now) => ({ ...now, ...change }));
  const isChanged = (Object.keys(begun) as (keyof typeof begun)[]).some((member) => draft[member] !== begun[member]);
  useEffect(() => changed(isChanged), [changed, isChanged]);
  const before = schedule && sent(schedule, of);
  const done = async (text: string, undo: (() => Promise<unknown>) | undefined) => {
    close();
    toasts.add(text, undo);
    await queries.invalidateQueries({ queryKey: of.queryKey });
  };
  const store = useMutation({
    mutationFn: () => {
      const { cron, timezone } = draft;
      return of.store(sent({ ...schedule, ...draft, cron: cron.trim(), timezone: timezone.trim() }, of));
    },
    onSuccess: () =>
      done(draft.enabled ? 'The schedule is set.' : 'The schedule is paused.', () =>
        before ? of.store(before) : of.remove(),
      ),
  });
  const remove = useMutation({
    mutationFn: of.remove,
    onSuccess: () => done('The schedule is removed.', before ? () => of.store(before) : undefined),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    store.mutate();
  };
  return (
    <form className="stack" style={{ gap: 12, width: 300, maxWidth: '100%' }} onSubmit={submit}>
      <ChoiceField
        label={of.label}
        choices={[...OFTEN, { value: OWN, label: 'by a cron expression' }]}
        value={OFTEN.some(({ value }) => value === draft.cron) ? draft.cron : OWN}
        change={(value) => set({ cron: value === OWN ? '' : value })}
      />
      <TextInput
        label="Cron expression"
        description="Minute, hour, day of month, month, day of week"
        required
        value={draft.cron}
        error={messageAt(store.error, 'cron')}
        onChange={({ currentTarget }) => set({ cron: currentTarget.value })}
      />
      <TextInput
        label="Time zone"
        required
        value={draft.timezone}
        error={messageAt(store.error, 'timezone')}
        onChange={({ currentTarget }) => set({ timezone: currentTarget.value })}
      />
      <Switch
        label="Switched on"
        checked={draft.enabled}
        onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
      />
      {of.hasProfile && (
        <Switch
          label="Profile the table as well"
          checked={draft.profile}
          onChange={({ currentTarget }) => set({ profile: currentTarget.checked })}
        />
      )}
      <FieldRefusal error={store.error ?? remove.error} shown={SHOWN} />
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

/** The members of a schedule that are written; where its evidence comes from stays as it was set. */
function sent({ cron, timezone, enabled, evidence, profile }: Schedule, { hasProfile = false }: ScheduleOf): Schedule {
  return {
    cron,
    timezone,
    enabled,
    ...(evidence && { evidence }),
    ...(hasProfile && profile !== undefined && { profile }),
  };
}
