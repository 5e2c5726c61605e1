import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Asset } from '../../api/assets';
import { failingRowsOfTestQuery } from '../../api/failing-rows';
import { incidentOfTestQuery } from '../../api/governance/incidents';
import type { TestCase } from '../../api/operations/checks';
import { PageLink } from '../../ui/link';
import { SqlText } from '../../ui/sql-text';
import { Loading } from '../../ui/states';
import { IncidentDetail } from '../incident/incident-detail';
import { CheckActions } from './check-actions';
import { titleOf } from './check-words';

const CheckHistory = lazy(async () => ({ default: (await import('./check-history')).CheckHistory }));

interface CheckDetailProps {
  readonly table: Asset;
  readonly testCase: TestCase;
}

/** Below the row of a check: what may be done with it, why it fails, and how it came out before. */
export function CheckDetail({ table, testCase }: CheckDetailProps) {
  const hasFailed = testCase.testCaseResult?.testCaseStatus === 'Failed';
  return (
    <div className="stack" style={{ gap: 16 }}>
      <CheckActions table={table} testCase={testCase} />
      {testCase.incidentId !== undefined && <OpenIncident of={testCase} />}
      {hasFailed && <FailingSql table={table.id} of={testCase} />}
      <Suspense fallback={<Loading what="Loading the history" />}>
        <CheckHistory of={testCase} />
      </Suspense>
    </div>
  );
}

interface OfCheck {
  readonly of: TestCase;
}

function OpenIncident({ of }: OfCheck) {
  const { data: incident } = useQuery(incidentOfTestQuery(of.fullyQualifiedName));
  if (!incident) return null;
  return (
    <section className="stack" style={{ gap: 8 }} aria-label={`Incident of ${titleOf(of)}`}>
      <div className="row">
        <h3 className="section-title">Open incident</h3>
        <PageLink to="/governance" search={{ kind: 'testCase' }} className="small">
          All incidents of test cases
        </PageLink>
      </div>
      <IncidentDetail of={{ of: 'test case', incident }} />
    </section>
  );
}

function FailingSql({ table, of }: OfCheck & { readonly table: string }) {
  const { data } = useQuery(failingRowsOfTestQuery(table, of.fullyQualifiedName));
  if (!data) return null;
  return (
    <details>
      <summary>SQL for the failing rows</summary>
      <SqlText of={data.statement} about={titleOf(of)} />
    </details>
  );
}
