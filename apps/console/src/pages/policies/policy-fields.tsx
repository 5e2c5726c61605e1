import { Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field';
import { PeriodField } from '../../ui/fields/period-field';
import { PartyField } from '../../ui/party-field';
import type { PolicyDraft, Section } from './policy-draft';
import { AT_DEADLINE, MODES, SENSITIVITIES } from './policy-words';

export interface FieldsProps {
  readonly draft: PolicyDraft;
  readonly set: (change: Partial<PolicyDraft>) => void;
  /** The reason why a field of the request was refused. */
  readonly at: (field: string) => string | undefined;
}

/** Fields of the request whose messages stand beside them. */
export const SHOWN_FIELDS: readonly string[] = [
  'scope',
  'scope.fullyQualifiedName',
  'change.consentPeriod',
  'change.mostExtension',
  'change.sunsetNotice',
  'incidents.closeAfterRuns',
  'incidents.groupWithin',
  'learned.timezone',
];

interface PartProps extends Pick<FieldsProps, 'draft' | 'set'> {
  readonly section: Section;
  readonly label: string;
  readonly description: string;
  readonly children: ReactNode;
}

/** A section that a policy has or leaves to less specific ones. */
function Part({ section, label, description, draft: { has }, set, children }: PartProps) {
  return (
    <div className="policy-part">
      <Switch
        label={label}
        description={description}
        checked={has[section]}
        onChange={({ currentTarget }) => set({ has: { ...has, [section]: currentTarget.checked } })}
      />
      {has[section] && <div className="stack policy-fields">{children}</div>}
    </div>
  );
}

export function ChangeFields({ draft, set, at }: FieldsProps) {
  const isConsented = draft.mode === 'consented';
  return (
    <Part section="change" label="Changes" description="How contracts in force are changed" draft={draft} set={set}>
      <ChoiceField label="A change of a contract" choices={MODES} value={draft.mode} change={(mode) => set({ mode })} />
      {isConsented && (
        <>
          <PeriodField
            label="Time to decide"
            description="How long consumers have to agree or object"
            value={draft.consentPeriod}
            error={at('change.consentPeriod')}
            change={(consentPeriod) => set({ consentPeriod })}
          />
          <PeriodField
            label="Longest extension"
            description="By how much they may extend that"
            value={draft.mostExtension}
            error={at('change.mostExtension')}
            change={(mostExtension) => set({ mostExtension })}
          />
          <ChoiceField
            label="At the deadline"
            choices={AT_DEADLINE}
            value={draft.atDeadline}
            change={(atDeadline) => set({ atDeadline })}
          />
          <PeriodField
            label="Notice of an end"
            description="A contract that ends needs no consent if its end is announced this long before"
            value={draft.sunsetNotice}
            error={at('change.sunsetNotice')}
            change={(sunsetNotice) => set({ sunsetNotice })}
          />
        </>
      )}
    </Part>
  );
}

const ASSIGNEES = { owner: 'The owner', none: 'Not assigned', party: 'A person or a team' } as const;

export function IncidentFields({ draft, set, at }: FieldsProps) {
  return (
    <Part section="incidents" label="Incidents" description="How failures are handled" draft={draft} set={set}>
      <Switch
        label="A failing run opens an incident"
        checked={draft.open}
        onChange={({ currentTarget }) => set({ open: currentTarget.checked })}
      />
      <ChoiceField label="Assigned to" choices={ASSIGNEES} value={draft.assign} change={(assign) => set({ assign })} />
      {draft.assign === 'party' && (
        <PartyField label="Assignee" value={draft.party} change={(party) => set({ party })} />
      )}
      <TextInput
        label="Closed after this many passing runs"
        description="0: closed manually"
        inputMode="numeric"
        value={draft.closeAfterRuns}
        error={at('incidents.closeAfterRuns')}
        onChange={({ currentTarget }) => set({ closeAfterRuns: currentTarget.value })}
      />
      <Switch
        label="Notices name the incident upstream that caused it"
        checked={draft.group}
        onChange={({ currentTarget }) => set({ group: currentTarget.checked })}
      />
      {draft.group && (
        <PeriodField
          label="Causes are looked for within"
          value={draft.groupWithin}
          error={at('incidents.groupWithin')}
          change={(groupWithin) => set({ groupWithin })}
        />
      )}
    </Part>
  );
}

export function LearnedFields({ draft, set, at }: FieldsProps) {
  return (
    <Part
      section="learned"
      label="Learned baselines"
      description="Warnings where data comes later, or in other amounts, than it usually does"
      draft={draft}
      set={set}
    >
      <Switch
        label="Warn of unusual freshness"
        checked={draft.freshness}
        onChange={({ currentTarget }) => set({ freshness: currentTarget.checked })}
      />
      <Switch
        label="Warn of unusual volume"
        checked={draft.volume}
        onChange={({ currentTarget }) => set({ volume: currentTarget.checked })}
      />
      <ChoiceField
        label="Sensitivity"
        choices={SENSITIVITIES}
        value={draft.sensitivity}
        change={(sensitivity) => set({ sensitivity })}
      />
      <TextInput
        label="Time zone"
        description="Of the days and hours that are compared"
        value={draft.timezone}
        error={at('learned.timezone')}
        onChange={({ currentTarget }) => set({ timezone: currentTarget.value })}
      />
    </Part>
  );
}
