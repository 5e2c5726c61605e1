import { profileTable, type Asset } from '../../api/assets';
import { useLackedOn, useMayDoTo } from '../../api/permissions';
import { ApiError } from '../../api/service/api-error';
import { AskForRight } from '../../ui/buttons/ask-for-right';
import { BusyButton } from '../../ui/buttons/busy-button';
import { Refusal } from '../../ui/states';
import { NeedsSource, useIsUnread } from '../checks/needs-source';
import { RunPanel } from '../checks/run-panel';
import { useDataRun } from '../connections/use-data-run';

const RIGHTS = ['CheckData'] as const;
/** Query keys of what a profile changes. */
const CHANGED = [['profiled'], ['profiles'], ['suggestion'], ['data-runs', { kind: 'profile' }]];

/** Has a table profiled and shows how far that is; where it cannot be, what is lacking: the right, the source, or both. */
export function ProfileNow({ table }: { readonly table: Asset }) {
  const { id, name, displayName = name } = table;
  const mayProfile = useMayDoTo('table', id, RIGHTS[0]);
  const lacked = useLackedOn('table', id, RIGHTS);
  const isUnread = useIsUnread(table);
  const { run, isRunning, error, begin } = useDataRun(() => profileTable(id), CHANGED);
  // The answer where the source may not be read.
  const isRefused = error instanceof ApiError && error.isConflict;
  return (
    <div className="stack" style={{ gap: 10 }}>
      {lacked.length > 0 && (
        <div className="row">
          <span className="dimmed">Tables are profiled by those who have the right to it</span>
          <AskForRight type="table" id={id} name={displayName} operations={lacked} />
        </div>
      )}
      {isUnread || isRefused ? (
        <NeedsSource table={table} />
      ) : (
        mayProfile && (
          <div className="row">
            <BusyButton variant="default" isBusy={isRunning} onClick={() => begin()}>
              Profile the table now
            </BusyButton>
          </div>
        )
      )}
      {!isRefused && <Refusal error={error} />}
      {run && <RunPanel of={run} />}
    </div>
  );
}
