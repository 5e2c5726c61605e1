import { useQuery } from '@tanstack/react-query';
import { testCasesQuery } from '../../api/assets';
import { TableHead, TableScroll } from '../../ui/tables/list-table';
import { Loaded, Message } from '../../ui/states';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';

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
            <table className="list-table">
              <TableHead labels={['Test case', 'Newest result', 'What it found', 'When']} />
              <tbody>
                {cases.map(({ id, name, displayName, description, testCaseResult: result }) => (
                  <tr key={id}>
                    <td>
                      <strong>{displayName ?? name}</strong>
                      {description && <div className="dimmed small">{description}</div>}
                    </td>
                    <td>
                      {result ? <Status of={result.testCaseStatus} /> : <span className="dimmed">no result</span>}
                    </td>
                    <td className="small">{result?.result}</td>
                    <td style={{ whiteSpace: 'nowrap' }}>{result && <Time of={result.timestamp} />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        )
      }
    </Loaded>
  );
}
