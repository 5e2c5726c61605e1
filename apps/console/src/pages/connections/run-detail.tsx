import type { DataRun } from '../../api/connections';
import { statementOf } from '../../api/failing-rows';
import { inWords } from '../../ui/changes/value-words';
import { EntityLink } from '../../ui/link';
import { SqlText } from '../../ui/sql-text';
import { Table } from '../../ui/tables/table';
import { StatusOfRun } from '../../ui/status';
import { absoluteTime } from '../../ui/time';
import { TestSteps } from './connection-test';

/** All that is stored of a run: steps, counts, checks with the reason of each, warnings. */
export function RunDetail({ of: run }: { readonly of: DataRun }) {
  const { message, reason, steps, counts, checks, warnings = [], warningCount = 0 } = run;
  return (
    <div className="stack" style={{ gap: 14 }}>
      <dl className="facts">
        <dt>Asked for</dt>
        <dd>
          {absoluteTime(run.timestamp)} by {run.requestedBy}
        </dd>
        {message && [<dt key="message">Message</dt>, <dd key="message-text">{message}</dd>]}
        {reason && [<dt key="reason">Reason</dt>, <dd key="reason-text">{inWords(reason)}</dd>]}
        {Object.entries(counts ?? {}).map(([name, count]) => [
          <dt key={name}>{capital(inWords(name))}</dt>,
          <dd key={`${name}-count`}>{count}</dd>,
        ])}
      </dl>
      {steps && <TestSteps of={steps} />}
      {checks && checks.length > 0 && <Checks of={checks} />}
      {warnings.length > 0 && (
        <Table
          label="Warnings"
          head={['Warning', 'Of', 'Message']}
          rows={warnings.map(({ code, subject, message: text }) => [
            inWords(code),
            <span key="of" className="mono fqn">
              {subject}
            </span>,
            text,
          ])}
        />
      )}
      {warningCount > warnings.length && (
        <p className="dimmed small">
          {warnings.length} of {warningCount} warnings are shown.
        </p>
      )}
    </div>
  );
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function Checks({ of }: { readonly of: NonNullable<DataRun['checks']> }) {
  return (
    <Table
      label="Checks"
      head={['Check', 'Status', 'Outcome']}
      rows={of.map(({ name, testCase, status, message, reason, ...found }) => [
        testCase ? (
          <EntityLink key="check" type="testCase" fqn={testCase.fullyQualifiedName}>
            {name}
          </EntityLink>
        ) : (
          name
        ),
        <StatusOfRun key="status" of={status} />,
        <div key="outcome">
          {message ?? (reason === undefined ? '' : inWords(reason))}
          <Statement of={statementOf({ name, status, ...found })} about={name} />
        </div>,
      ])}
    />
  );
}

function Statement({ of, about }: { readonly of: string | undefined; readonly about: string }) {
  if (of === undefined) return null;
  return (
    <details>
      <summary className="small">SQL for the failing rows</summary>
      <SqlText of={of} about={about} />
    </details>
  );
}
