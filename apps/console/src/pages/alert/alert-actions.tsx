import type { Contract } from '../../api/contracts';
import { isBroken } from '../../api/execution-status';
import { actOnIncident, openIncident, readIncident, type ContractIncident } from '../../api/governance/incidents';
import { useOwnParties } from '../../api/governance/own-ids';
import { useMayDoTo } from '../../api/permissions';
import { ActionButton, type Done } from '../../ui/buttons/action-button';
import { BusyButton } from '../../ui/buttons/busy-button';
import { Icon } from '../../ui/icon';
import { absoluteTime } from '../../ui/time';
import type { Run } from '../contract-run/use-run';
import { nextMorning } from '../incident/incident-words';
import { undoOf } from '../incident/undo';
import { useMayActOn } from '../incident/use-incident-rights';

interface ActionsProps {
  readonly contract: Contract;
  /** The open incident; null where none is, undefined until it is known. */
  readonly incident: ContractIncident | null | undefined;
  readonly run: Run;
}

/** Immediate actions on an alert, each by one press; a contract that fails without an incident gets one by the first. */
export function AlertActions({ contract: { id = '', latestResult }, incident, run }: ActionsProps) {
  const own = useOwnParties();
  const mayAct = useMayActOn({ contract: { id }, ...(incident?.assignee && { assignee: incident.assignee }) });
  const mayRun = useMayDoTo('dataContract', id, 'ValidateContract');
  const isOpen = incident ? true : incident === null && isBroken(latestResult?.status ?? '');
  const mayTake = mayAct && isOpen && own.id !== undefined;
  const withIncident = async (act: (open: ContractIncident) => Promise<Done>): Promise<Done> =>
    act(await (incident ? readIncident(incident.id) : openIncident(id, 'Opened from its alert.')));
  return (
    <div className="alert-actions">
      {mayTake && incident?.assignee?.id !== own.id && (
        <ActionButton
          size="md"
          leftSection={<Icon name="user" size={16} />}
          act={() =>
            withIncident(async (open) => {
              await actOnIncident(open.id, { action: 'assign', assignee: { type: 'user', id: own.id ?? '' } });
              return { text: 'Assigned to you.', undo: undoOf('assign', open) };
            })
          }
        >
          Assign to me
        </ActionButton>
      )}
      {mayAct && isOpen && (
        <ActionButton
          size="md"
          leftSection={<Icon name="clock" size={16} />}
          act={() =>
            withIncident(async (open) => {
              const until = nextMorning(Date.now());
              await actOnIncident(open.id, { action: 'snooze', until });
              return { text: `Snoozed until ${absoluteTime(until)}.`, undo: undoOf('snooze', open) };
            })
          }
        >
          Snooze until 08:00
        </ActionButton>
      )}
      {mayRun && (
        <BusyButton
          size="md"
          variant="default"
          leftSection={<Icon name="play" size={16} />}
          isBusy={run.isRunning}
          onClick={run.start}
        >
          Run again
        </BusyButton>
      )}
    </div>
  );
}
