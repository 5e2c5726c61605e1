import { Button, Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import {
  actOnEach,
  actOnIncident,
  affectedBy,
  readIncident,
  type ActedOn,
  type ContractIncident,
  type IncidentAction,
} from '../../api/governance/incidents';
import { useOwnParties } from '../../api/governance/own-ids';
import { counted } from '../../ui/changes/value-words';
import { DecisionDialog, type Decision } from '../../ui/dialogs/decision-dialog';
import { PartyField, type Party } from '../../ui/party-field';
import { absoluteTime } from '../../ui/time';
import { endsFrom, RESOLUTIONS } from './incident-words';
import { undoOfAll } from './undo';
import { useMayActOn } from './use-incident-rights';

const ACTIONS = ['acknowledge', 'take', 'assign', 'snooze', 'mute', 'unmute', 'comment', 'resolve'] as const;
type Action = (typeof ACTIONS)[number];

const LABELS: Readonly<Record<Action, string>> = {
  acknowledge: 'Acknowledge',
  take: 'Assign to me',
  assign: 'Assign',
  snooze: 'Snooze',
  mute: 'Mute',
  unmute: 'Unmute',
  comment: 'Comment',
  resolve: 'Resolve',
};

/** The actions on an open incident that the signed-in user may take. */
export function IncidentActions({ incident }: { readonly incident: ContractIncident }) {
  const own = useOwnParties();
  const mayAct = useMayActOn(incident);
  const [asked, setAsked] = useState<Action>();
  if (incident.status === 'Resolved') return null;
  const isMuted = incident.mutedUntil !== undefined;
  const isOffered: Readonly<Record<Action, boolean>> = {
    acknowledge: mayAct && incident.status === 'New',
    take: mayAct && own.id !== undefined && incident.assignee?.id !== own.id,
    assign: mayAct,
    snooze: mayAct,
    mute: mayAct && !isMuted,
    unmute: mayAct && isMuted,
    comment: true,
    resolve: mayAct,
  };
  return (
    <div className="row">
      {ACTIONS.filter((action) => isOffered[action]).map((action) => (
        <Button key={action} size="compact-md" variant="default" onClick={() => setAsked(action)}>
          {LABELS[action]}
        </Button>
      ))}
      {asked && <ActionDialog action={asked} incident={incident} ownId={own.id} close={() => setAsked(undefined)} />}
    </div>
  );
}

interface DialogProps {
  readonly action: Action;
  readonly incident: ContractIncident;
  readonly ownId: string | undefined;
  readonly close: () => void;
}

/** Entries of the form beside the comment; each action takes some of them. */
interface Draft {
  readonly party: Party;
  readonly until: number;
  readonly resolution: keyof typeof RESOLUTIONS;
  readonly withAffected: boolean;
}

function ActionDialog({ action, incident, ownId, close }: DialogProps) {
  const [ends] = useState(() => endsFrom(Date.now()));
  const [draft, setDraft] = useState<Draft>(() => ({
    party: { type: 'user', fullyQualifiedName: '' },
    until: ends[0]?.until ?? 0,
    resolution: 'Fixed',
    withAffected: false,
  }));
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const isMute = action === 'mute';
  const { affected } = incident;
  return (
    <DecisionDialog
      of={decisionOf(action, incident, draft, ownId)}
      close={close}
      disabled={action === 'assign' && draft.party.fullyQualifiedName.trim() === ''}
    >
      {action === 'assign' && <PartyField label="To whom" value={draft.party} change={(party) => set({ party })} />}
      {(action === 'snooze' || isMute) && (
        <Select
          label="How long"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={ends.map(({ label, until }) => ({ value: String(until), label }))}
          value={String(draft.until)}
          onChange={(value) => value !== null && set({ until: Number(value) })}
        />
      )}
      {action === 'resolve' && (
        <Select
          label="Resolution"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={Object.entries(RESOLUTIONS).map(([value, label]) => ({ value, label }))}
          value={draft.resolution}
          onChange={(value) => value !== null && set({ resolution: value as Draft['resolution'] })}
        />
      )}
      {affected > 0 && (
        <Checkbox
          label={`Also ${affected === 1 ? 'the incident that follows' : `the ${affected} incidents that follow`} from it`}
          description="Those on which you have no right stay as they are."
          checked={draft.withAffected}
          onChange={({ currentTarget }) => set({ withAffected: currentTarget.checked })}
        />
      )}
    </DecisionDialog>
  );
}

interface Words {
  readonly text: string;
  readonly done: string;
  readonly comment: Decision['comment'];
  readonly commentLabel?: string;
}

function wordsOf(action: Action, { until, party, resolution }: Draft): Words {
  switch (action) {
    case 'acknowledge':
      return { text: 'Others see that somebody looks at it.', done: 'Acknowledged.', comment: 'optional' };
    case 'take':
      return { text: 'Others see that you look after it.', done: 'Assigned to you.', comment: 'optional' };
    case 'assign':
      return { text: 'They are notified.', done: `Assigned to ${party.fullyQualifiedName}.`, comment: 'optional' };
    case 'snooze':
      return {
        text: 'No reminders of this incident until then.',
        done: `Snoozed until ${absoluteTime(until)}.`,
        comment: 'optional',
      };
    case 'mute':
      return {
        text: 'No notices of failures of this contract until then.',
        done: `Muted until ${absoluteTime(until)}.`,
        comment: 'required',
        commentLabel: 'Reason',
      };
    case 'unmute':
      return { text: 'Failures of this contract are notified again.', done: 'Unmuted.', comment: 'optional' };
    case 'comment':
      return { text: 'Everybody who sees the contract reads it.', done: 'The comment is added.', comment: 'required' };
    case 'resolve':
      return {
        text: 'It is not opened again: a further failing result opens a new one.',
        done: `Resolved: ${RESOLUTIONS[resolution].toLowerCase()}.`,
        comment: 'required',
        commentLabel: 'What was done',
      };
  }
}

function bodyOf(action: Action, draft: Draft, ownId: string | undefined, text: string | undefined): IncidentAction {
  const comment = text === undefined ? {} : { comment: text };
  switch (action) {
    case 'take':
      return { action: 'assign', assignee: { type: 'user', ...(ownId !== undefined && { id: ownId }) }, ...comment };
    case 'assign': {
      const { type, fullyQualifiedName } = draft.party;
      return { action, assignee: { type, fullyQualifiedName: fullyQualifiedName.trim() }, ...comment };
    }
    case 'snooze':
      return { action, until: draft.until, ...comment };
    case 'mute':
      return { action, until: draft.until, reason: text ?? '' };
    case 'resolve':
      return { action, resolution: draft.resolution, ...comment };
    case 'acknowledge':
    case 'unmute':
    case 'comment':
      return { action, ...comment };
  }
}

function decisionOf(action: Action, incident: ContractIncident, draft: Draft, ownId: string | undefined): Decision {
  const { done, ...words } = wordsOf(action, draft);
  return {
    title: `${LABELS[action]}: incident of ${incident.contract.displayName ?? incident.contract.name}`,
    label: LABELS[action],
    ...words,
    act: async (comment) => {
      const body = bodyOf(action, draft, ownId, comment);
      const affected = draft.withAffected ? await affectedBy(incident.id) : [];
      // What the page shows may be older than the last action.
      const before = await readIncident(incident.id);
      await actOnIncident(incident.id, body);
      const followed = await actOnEach(affected, body);
      const text = affected.length === 0 ? done : `${done} ${followedText(followed)}`;
      return { text, undo: undoOfAll(body.action, [before, ...followed.done]) };
    },
  };
}

/** Says how many incidents that follow took the action; those that were left are counted by the reason. */
function followedText({ done, refused, ended }: ActedOn): string {
  const parts = [
    `Done for ${counted(done.length, 'incident')} downstream as well`,
    refused > 0 && `${refused} left, on which you have no right`,
    ended > 0 && `${ended} had ended`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}
