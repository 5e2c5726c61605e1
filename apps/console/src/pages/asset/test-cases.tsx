import { useQuery } from '@tanstack/react-query';
import { testCasesQuery } from '../../api/assets';
import { Fragment } from 'react';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Loaded, Message } from '../../ui/states';
import { StatusOfRun } from '../../ui/status';
import { Moment } from '../../ui/time';

interface TestCasesProps {
  readonly type: string;
  readonly fqn: string;
}

export function TestCases({ type, fqn }: TestCasesProps) {
  const query = useQuery(testCasesQuery(type, fqn));
  return (
    <Loaded query={query} what="Loading test cases">
      {(cases) =>
        cases.length === 0 ? (
          <div className="panel">
            <Message icon="check" title="No test case">
              <p>Test cases and their results come from the tools that look at the data.</p>
            </Message>
          </div>
        ) : (
          <TableScroll className="panel panel-flush">
            <Table
              head={['Test case', 'Newest result', 'What it found', 'When']}
              rows={cases.map(({ name, displayName, description, testCaseResult: result }) => [
                <Fragment key="name">
                  <strong>{displayName ?? name}</strong>
                  {description && <div className="dimmed small">{description}</div>}
                </Fragment>,
                result ? (
                  <StatusOfRun key="status" of={result.testCaseStatus} />
                ) : (
                  <span key="status" className="dimmed">
                    no result
                  </span>
                ),
                <span key="found" className="small">
                  {result?.result}
                </span>,
                result && <Moment key="when" of={result.timestamp} />,
              ])}
              keyOf={(at) => cases[at]!.id}
            />
          </TableScroll>
        )
      }
    </Loaded>
  );
}
