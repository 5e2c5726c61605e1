import { useQuery } from '@tanstack/react-query';
import { cancelDataRun, repeatRun, type DataRun } from '../../api/connections';
import { isEnded } from '../../api/execution-status';
import { ownUserQuery } from '../../api/followers';
import { useMayDo } from '../../api/permissions';
import { ActionButton } from '../../ui/buttons/action-button';
import { KIND_LABELS } from './run-words';

/** Query keys of what a run changes. */
const OF_RUNS = [['connections'], ['data-runs']];

/** The right to ask for a run of a kind, and to end one of somebody else; validations are asked for at their contract. */
const RIGHTS = {
  connectionTest: ['databaseService', 'ConnectData'],
  crawl: ['databaseService', 'CrawlData'],
  profile: ['table', 'CheckData'],
  check: ['table', 'CheckData'],
  reading: ['table', 'CheckData'],
} as const satisfies Readonly<Record<DataRun['kind'], readonly [resource: string, operation: string]>>;

/** Ends a run that goes on, or asks for the same once more. */
export function RunActions({ of: run }: { readonly of: DataRun }) {
  const { id, kind, status, service, asset, requestedBy } = run;
  const [resource, operation] = RIGHTS[kind];
  const mayAsk = useMayDo(resource, operation);
  const { data: user } = useQuery(ownUserQuery());
  const name = `${KIND_LABELS[kind]} of ${asset?.name ?? service?.name ?? 'a connection that is not stored'}`;
  if (!isEnded(status)) {
    if (!mayAsk && user?.name !== requestedBy) return null;
    return (
      <ActionButton
        size="compact-sm"
        aria-label={`Cancel: ${name}`}
        act={async () => {
          await cancelDataRun(id);
          return { text: 'The run was cancelled.' };
        }}
        changes={OF_RUNS}
      >
        Cancel
      </ActionButton>
    );
  }
  if (!mayAsk || !service || kind === 'reading') return null;
  return (
    <ActionButton
      size="compact-sm"
      aria-label={`Run again: ${name}`}
      act={async () => {
        await repeatRun(run);
        return { text: `${name}: it runs again.` };
      }}
      changes={OF_RUNS}
    >
      Run again
    </ActionButton>
  );
}
