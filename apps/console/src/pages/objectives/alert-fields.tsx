import { Button, TextInput } from '@mantine/core';
import { ChoiceField } from '../../ui/fields/choice-field';
import { PeriodField } from '../../ui/fields/period-field';
import { ALERTS, defaultAlerts, MOST_ALERTS, newAlert, type AlertDraft, type ObjectiveDraft } from './objective-draft';

/** Members of an alert whose messages stand at their fields. */
export const ALERT_MEMBERS = ['long', 'short', 'factor'] as const;
export type AlertMember = (typeof ALERT_MEMBERS)[number];

interface AlertFieldsProps {
  readonly of: Pick<ObjectiveDraft, 'alerts' | 'unit'>;
  readonly errorAt: (alert: number, member: AlertMember) => string | undefined;
  readonly change: (alerts: ObjectiveDraft['alerts']) => void;
}

/** When people are notified that the budget is used up too fast: as usual for the unit, or by alerts of the objective's own. */
export function AlertFields({ of: { alerts, unit }, errorAt, change }: AlertFieldsProps) {
  return (
    <>
      <ChoiceField
        label="Alerts"
        description={
          alerts?.length === 0 ? 'Without an alert people are notified only once the budget is used up.' : undefined
        }
        choices={ALERTS}
        value={alerts === undefined ? 'default' : 'own'}
        change={(value) => change(value === 'own' ? (alerts ?? defaultAlerts(unit)) : undefined)}
      />
      {alerts?.map((alert, at) => (
        <OneAlert
          key={at}
          number={at + 1}
          of={alert}
          errorAt={(member) => errorAt(at, member)}
          change={(next) => change(alerts.with(at, next))}
          remove={() => change(alerts.toSpliced(at, 1))}
        />
      ))}
      {alerts !== undefined && alerts.length < MOST_ALERTS && (
        <Button variant="default" onClick={() => change([...alerts, newAlert()])}>
          Add an alert
        </Button>
      )}
    </>
  );
}

interface OneAlertProps {
  readonly number: number;
  readonly of: AlertDraft;
  readonly errorAt: (member: AlertMember) => string | undefined;
  readonly change: (alert: AlertDraft) => void;
  readonly remove: () => void;
}

function OneAlert({ number, of, errorAt, change, remove }: OneAlertProps) {
  return (
    <fieldset className="panel stack" style={{ gap: 10 }}>
      <legend>Alert {number}</legend>
      <TextInput
        label="Burn rate from"
        description="In both windows; 1 uses up the budget in just its time"
        inputMode="decimal"
        value={of.factor}
        error={errorAt('factor')}
        onChange={({ currentTarget }) => change({ ...of, factor: currentTarget.value })}
      />
      <PeriodField
        label="Longer window"
        value={of.long}
        error={errorAt('long')}
        change={(long) => change({ ...of, long })}
      />
      <PeriodField
        label="Shorter window"
        value={of.short}
        error={errorAt('short')}
        change={(short) => change({ ...of, short })}
      />
      <Button variant="default" aria-label={`Remove alert ${number}`} onClick={remove}>
        Remove
      </Button>
    </fieldset>
  );
}
