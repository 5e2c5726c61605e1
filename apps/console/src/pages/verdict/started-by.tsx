import type { ContractResult } from '../../api/contracts';

interface Start {
  readonly words: string;
  /** Whether the user who requested the run is named. The one who saved a schedule did not start its runs. */
  readonly isNamed: boolean;
}

/** The beginning of a run, in words. */
const STARTS: Readonly<Record<NonNullable<ContractResult['trigger']>, Start>> = {
  manual: { words: 'Run manually', isNamed: true },
  batch: { words: 'Bulk run', isNamed: true },
  schedule: { words: 'Run by schedule', isNamed: false },
  schemaChange: { words: 'Run after a change of the schema', isNamed: true },
  api: { words: 'Pushed', isNamed: true },
};

/** Names what started a run, and who did, where that is stored. */
export function StartedBy({ result: { trigger, requestedBy } }: { readonly result: ContractResult }) {
  if (!trigger) return null;
  const { words, isNamed } = STARTS[trigger];
  return (
    <span>
      {words}
      {isNamed && requestedBy !== undefined && (
        <>
          {' by '}
          <bdi>{requestedBy}</bdi>
        </>
      )}
    </span>
  );
}
