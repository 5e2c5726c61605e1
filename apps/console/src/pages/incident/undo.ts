import { actOnIncident, type ContractIncident, type IncidentAction } from '../../api/governance/incidents';
import type { Party } from '../../ui/party-field';

/** After this time a snooze that is taken back has ended: the API takes times ahead alone. */
const MOMENT_MS = 3_000;

type Undo = () => Promise<unknown>;

/** Takes an action back, where the API can: an assignment to its former assignee, a snooze, a mute and its end. @param incident as it was before */
export function undoOf(action: IncidentAction['action'], incident: ContractIncident): Undo | undefined {
  const { id, assignee, snoozedUntil = 0, mutedUntil, muteReason } = incident;
  if (action === 'mute') return () => actOnIncident(id, { action: 'unmute' });
  if (action === 'unmute' && mutedUntil !== undefined && muteReason !== undefined)
    return () => actOnIncident(id, { action: 'mute', until: mutedUntil, reason: muteReason });
  if (action === 'snooze')
    return () => actOnIncident(id, { action: 'snooze', until: Math.max(snoozedUntil, Date.now() + MOMENT_MS) });
  if (action === 'assign' && assignee) {
    const former = { type: assignee.type as Party['type'], id: assignee.id };
    return () => actOnIncident(id, { action: 'assign', assignee: former });
  }
  return undefined;
}

/** Takes an action on several incidents back, where it can be taken back on each of them. @param incidents as they were before */
export function undoOfAll(action: IncidentAction['action'], incidents: readonly ContractIncident[]): Undo | undefined {
  const undos = incidents.flatMap((incident) => undoOf(action, incident) ?? []);
  if (undos.length < incidents.length) return undefined;
  return async () => {
    for (const undo of undos) await undo();
  };
}
