import { useQuery } from '@tanstack/react-query';
import type { Contract, ContractResult } from '../../api/contracts';
import { failingRowsQuery } from '../../api/failing-rows';
import { EntityLink } from '../../ui/link';
import { SqlText } from '../../ui/sql-text';
import { failedTests } from './verdict-data';

interface FailingRowsProps {
  readonly contract: Contract;
  readonly result: ContractResult | undefined;
}

/** The statements that select the rows that fail the checks of a result; nothing where there are none. */
export function FailingRows({ contract, result }: FailingRowsProps) {
  const tests = result ? failedTests(result).map(({ name }) => name) : [];
  const { data = [] } = useQuery(failingRowsQuery(contract.entity, result, tests));
  if (data.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="failing-rows">
      <h2 id="failing-rows" style={{ margin: 0, fontSize: 16 }}>
        SQL for the failing rows
      </h2>
      {data.map(({ testCase, name, failedRows, statement }) => (
        <div key={testCase ?? name} className="stack" style={{ gap: 6 }}>
          <p style={{ margin: 0 }}>
            {testCase === undefined ? (
              <bdi className="fqn">{name}</bdi>
            ) : (
              <EntityLink type="testCase" fqn={testCase}>
                <bdi className="fqn">{name}</bdi>
              </EntityLink>
            )}
            {failedRows !== undefined && `: ${failedRows} ${failedRows === 1 ? 'row fails' : 'rows fail'}`}
          </p>
          <SqlText of={statement} about={name} />
        </div>
      ))}
    </section>
  );
}
