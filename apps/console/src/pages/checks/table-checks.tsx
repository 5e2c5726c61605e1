import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { testCasesQuery, type Asset } from '../../api/assets';
import { checkTable, type TestCase } from '../../api/operations/checks';
import { useLackedOn, useMayDoTo } from '../../api/permissions';
import { ApiError } from '../../api/service/api-error';
import { AskForRight } from '../../ui/buttons/ask-for-right';
import { BusyButton } from '../../ui/buttons/busy-button';
import { Loaded, Message, Refusal } from '../../ui/states';
import { DataTable } from '../../ui/tables/data-table';
import { toasts } from '../../ui/toasts/toasts';
import { useDataRun } from '../connections/use-data-run';
import { AddCheck } from '../expectation/add-check';
import { CheckSchedule } from '../schedule/data-schedule';
import { columnsFor } from './check-columns';
import { CheckDetail } from './check-detail';
import { titleOf } from './check-words';
import { NeedsSource, useIsUnread } from './needs-source';
import { RunPanel } from './run-panel';

/** The rights by which checks are made, and run. */
const RIGHTS = ['EditTests', 'CheckData'] as const;

/** Query keys of what a run of checks changes. */
const CHANGED = [['test-cases'], ['test-results'], ['data-runs', { kind: 'check' }], ['asset'], ['profiled']];

/** The checks of a table: made, run, scheduled and read in one place. */
export function TableChecks({ table }: { readonly table: Asset }) {
  const { id, fullyQualifiedName: fqn, name, displayName = name } = table;
  const queries = useQueryClient();
  const query = useQuery(testCasesQuery('table', fqn));
  const mayRun = useMayDoTo('table', id, 'CheckData');
  const lacked = useLackedOn('table', id, RIGHTS);
  const isUnread = useIsUnread(table);
  const { run, isRunning, error, begin } = useDataRun(
    (testCases: readonly string[] | undefined) => checkTable(id, testCases),
    CHANGED,
  );
  // The answer where the source may not be read.
  const isRefused = error instanceof ApiError && error.isConflict;
  const offersRun = mayRun && !isUnread;
  const columns = useMemo(
    () => columnsFor(offersRun ? { begin: (testCase) => begin([testCase]), isRunning } : undefined),
    [offersRun, isRunning, begin],
  );
  const take = async (made: TestCase) => {
    toasts.add(`The check is made: ${titleOf(made)}.`);
    await queries.invalidateQueries({ queryKey: ['test-cases'] });
  };
  return (
    <div className="stack">
      <div className="row">
        <AddCheck table={table} take={take} />
        {offersRun && (query.data?.length ?? 0) > 0 && (
          <BusyButton variant="default" isBusy={isRunning} onClick={() => begin(undefined)}>
            Run all checks
          </BusyButton>
        )}
        {lacked.length > 0 && (
          <>
            <span className="dimmed">
              {lacked.length === 2 ? 'Checks are made and run' : `Checks are ${WORDS[lacked[0]!]}`} by those who have
              the right to it
            </span>
            <AskForRight type="table" id={id} name={displayName} operations={lacked} />
          </>
        )}
      </div>
      {mayRun && (isUnread || isRefused) && <NeedsSource table={table} />}
      {!isRefused && <Refusal error={error} />}
      <CheckSchedule id={id} />
      {run && <RunPanel of={run} />}
      <Loaded query={query} what="Loading the checks">
        {(cases) =>
          cases.length === 0 ? (
            <div className="panel">
              <Message icon="check" title="No checks yet">
                <p>
                  A check says what must be true of the data. Checks come from here, from contracts, and from tools.
                </p>
              </Message>
            </div>
          ) : (
            <DataTable
              label="Checks"
              columns={columns}
              rows={cases}
              keyOf={(one) => one.id}
              nameOf={(one) => titleOf(one)}
              detail={(one) => <CheckDetail table={table} testCase={one} />}
            />
          )
        }
      </Loaded>
    </div>
  );
}

const WORDS: Readonly<Record<(typeof RIGHTS)[number], string>> = { EditTests: 'made', CheckData: 'run' };
