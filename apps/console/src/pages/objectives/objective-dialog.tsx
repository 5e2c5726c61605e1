import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readObjectives, storeObjectives, type Objective } from '../../api/governance/objectives';
import { messageAt } from '../../api/service/api-error';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { ChoiceField } from '../../ui/fields/choice-field';
import { PeriodField } from '../../ui/fields/period-field';
import { FieldRefusal } from '../../ui/states';
import { toasts } from '../../ui/toasts/toasts';
import { ALERT_MEMBERS, AlertFields } from './alert-fields';
import {
  NO_DATA,
  objectiveDraft,
  objectiveOf,
  ONS,
  unitsOf,
  WINDOWS,
  withObjective,
  type ObjectiveDraft,
} from './objective-draft';

/** Members of an objective whose messages stand at their fields. */
const MEMBERS = ['name', 'target', 'window.rolling', 'timezone', 'within', 'unit'] as const;
type Member = (typeof MEMBERS)[number];

interface ObjectiveDialogProps {
  readonly contract: string;
  /** The one that is changed; absent: a new one. */
  readonly objective?: Objective | undefined;
  readonly close: () => void;
}

/** Sets an objective of a contract, beside those that it has when it is saved. */
export function ObjectiveDialog({ contract, objective, close }: ObjectiveDialogProps) {
  const queries = useQueryClient();
  const [begun] = useState(() => objectiveDraft(objective));
  const [draft, setDraft] = useState(begun);
  /** Its index among those that were sent, by which its fields are named. */
  const [index, setIndex] = useState(0);
  const set = (change: Partial<ObjectiveDraft>) => setDraft((now) => ({ ...now, ...change }));
  const save = useMutation({
    mutationFn: async () => {
      const before = await readObjectives(contract);
      const next = withObjective(before, objective?.name, objectiveOf(draft));
      const at = before.findIndex(({ name }) => name === objective?.name);
      setIndex(at < 0 ? before.length : at);
      await storeObjectives(contract, next);
      return before;
    },
    onSuccess: async (before) => {
      close();
      toasts.add(objective ? 'The objective is changed.' : 'The objective is set.', () =>
        storeObjectives(contract, before),
      );
      await queries.invalidateQueries();
    },
  });
  const fieldOf = (member: string) => `objectives[${index}].${member}`;
  const at = (member: Member) => messageAt(save.error, fieldOf(member));
  const ofAlerts = (draft.alerts ?? []).flatMap((_, alert) =>
    ALERT_MEMBERS.map((member) => `alerts[${alert}].${member}`),
  );
  const shown = [...MEMBERS, ...ofAlerts];
  return (
    <FormDialog
      title={objective ? 'Change the objective' : 'Add an objective'}
      label={objective ? 'Save the objective' : 'Add the objective'}
      save={save}
      disabled={draft.name.trim() === '' || draft.target.trim() === ''}
      isChanged={draft !== begun}
      close={close}
    >
      <p className="dimmed" style={{ margin: 0 }}>
        How often the contract has to pass. Choose what its consumers can live with: 95 % of 30 days leaves 1.5 bad
        days.
      </p>
      <TextInput
        label="Name"
        data-autofocus
        required
        value={draft.name}
        error={at('name')}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <ChoiceField
        label="Measured by"
        choices={ONS}
        value={draft.on}
        change={(on) => set({ on, ...(on === 'freshness' && draft.unit === 'runs' && { unit: 'hours' }) })}
      />
      {draft.on === 'freshness' && (
        <PeriodField
          label="Oldest refresh"
          description="Empty: the refresh frequency that the contract promises"
          value={draft.within}
          error={at('within')}
          change={(within) => set({ within })}
        />
      )}
      <div className="row" style={{ alignItems: 'flex-start' }}>
        <TextInput
          label="Target in percent"
          required
          inputMode="decimal"
          style={{ flex: '1 1 130px' }}
          value={draft.target}
          error={at('target')}
          onChange={({ currentTarget }) => set({ target: currentTarget.value })}
        />
        <div style={{ flex: '1 1 130px' }}>
          <ChoiceField
            label="Of"
            choices={unitsOf(draft.on)}
            value={draft.unit}
            error={at('unit')}
            change={(unit) => set({ unit })}
          />
        </div>
      </div>
      <ChoiceField label="Within" choices={WINDOWS} value={draft.window} change={(window) => set({ window })} />
      {draft.window === 'rolling' && (
        <PeriodField
          label="Length"
          value={draft.rolling}
          error={at('window.rolling')}
          change={(rolling) => set({ rolling })}
        />
      )}
      {draft.unit !== 'runs' && (
        <ChoiceField
          label={draft.unit === 'days' ? 'A day without evidence counts' : 'An hour without evidence counts'}
          choices={NO_DATA}
          value={draft.noData}
          change={(noData) => set({ noData })}
        />
      )}
      <TextInput
        label="Time zone"
        description="Of the days and months that are counted"
        value={draft.timezone}
        error={at('timezone')}
        onChange={({ currentTarget }) => set({ timezone: currentTarget.value })}
      />
      <AlertFields
        of={draft}
        errorAt={(alert, member) => messageAt(save.error, fieldOf(`alerts[${alert}].${member}`))}
        change={(alerts) => set({ alerts })}
      />
      <FieldRefusal error={save.error} shown={shown.map(fieldOf)} />
    </FormDialog>
  );
}
