import type { TestCase } from '../../api/operations/checks';
import { BusyButton } from '../../ui/buttons/busy-button';
import { EntityLink, PageLink } from '../../ui/link';
import { StatusOfRun } from '../../ui/status';
import type { DataColumn } from '../../ui/tables/data-column';
import { Moment } from '../../ui/time';
import { subjectOf, titleOf } from './check-words';

/** How one check is run; absent where the reader may not. */
interface RunsOne {
  readonly begin: (testCase: string) => void;
  readonly isRunning: boolean;
}

const COLUMNS: readonly DataColumn<TestCase>[] = [
  {
    label: 'Check',
    isName: true,
    cell: (one) => (
      <>
        <EntityLink type="testCase" fqn={one.fullyQualifiedName}>
          <bdi>{titleOf(one)}</bdi>
        </EntityLink>
        <div className="dimmed small fqn">{subjectOf(one)}</div>
        {one.description && <div className="dimmed small">{one.description}</div>}
      </>
    ),
    sortBy: titleOf,
  },
  {
    label: 'Newest result',
    cell: ({ testCaseResult: result, incidentId }) => (
      <span className="row">
        {result ? <StatusOfRun of={result.testCaseStatus} /> : <span className="dimmed">no result</span>}
        {incidentId !== undefined && (
          <PageLink to="/governance" search={{ kind: 'testCase' }} className="small">
            Open incident
          </PageLink>
        )}
      </span>
    ),
    sortBy: ({ testCaseResult }) => testCaseResult?.testCaseStatus,
  },
  { label: 'What it found', cell: ({ testCaseResult }) => <span className="small">{testCaseResult?.result}</span> },
  {
    label: 'When',
    cell: ({ testCaseResult }) => testCaseResult && <Moment of={testCaseResult.timestamp} />,
    sortBy: ({ testCaseResult }) => testCaseResult?.timestamp,
  },
];

export function columnsFor(runs: RunsOne | undefined): readonly DataColumn<TestCase>[] {
  if (!runs) return COLUMNS;
  const { begin, isRunning } = runs;
  return [
    ...COLUMNS,
    {
      label: 'Run',
      cell: (one) => (
        <BusyButton
          size="compact-sm"
          variant="default"
          isBusy={isRunning}
          aria-label={`Run now: ${titleOf(one)}, ${subjectOf(one)}`}
          onClick={() => begin(one.id)}
        >
          Run now
        </BusyButton>
      ),
    },
  ];
}
