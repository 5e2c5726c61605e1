import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { testCasesQuery, type Asset } from '../../api/assets';
import { Loaded } from '../../ui/states';
import { StatusOfRun } from '../../ui/status';
import { AddCheck } from '../expectation/add-check';
import { withOrWithout } from './contract-draft';

interface QualityProps {
  readonly table: Asset;
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
}

/** The test cases of a table that readers may expect to pass. */
export function QualityChoice({ table, chosen, choose }: QualityProps) {
  const query = useQuery(testCasesQuery('table', table.fullyQualifiedName));
  return (
    <fieldset className="panel stack">
      <legend>Quality</legend>
      <Loaded query={query} what="Looking for test cases">
        {(cases) =>
          cases.length === 0 ? (
            <p className="dimmed" style={{ margin: 0 }}>
              The table has no test case that could be expected to pass.
            </p>
          ) : (
            <ul className="stack" style={{ gap: 10, listStyle: 'none', margin: 0, padding: 0 }}>
              {cases.map(({ id, name, displayName, description, fullyQualifiedName, testCaseResult: result }) => (
                <li key={id} className="row row-apart" style={{ flexWrap: 'nowrap' }}>
                  <Checkbox
                    label={displayName ?? name}
                    description={description}
                    checked={chosen.has(fullyQualifiedName)}
                    onChange={({ currentTarget }) =>
                      choose(withOrWithout(chosen, fullyQualifiedName, currentTarget.checked))
                    }
                  />
                  {result ? (
                    <StatusOfRun of={result.testCaseStatus} />
                  ) : (
                    <span className="dimmed small">no result</span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddCheck
        table={table}
        take={async ({ fullyQualifiedName }) => choose(withOrWithout(chosen, fullyQualifiedName, true))}
      />
    </fieldset>
  );
}
