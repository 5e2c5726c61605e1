import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { testCasesQuery, type Asset } from '../../api/assets';
import { Loaded, Notice } from '../../ui/states';
import { StatusOfRun } from '../../ui/status';
import { subjectOf, titleOf } from '../checks/check-words';
import { AddCheck } from '../expectation/add-check';
import { faultAt } from './draft-reading';
import { expectedTests, expectTest, isExpected } from './draft-tests';
import type { FormState } from './draft-text';

interface QualityProps {
  readonly state: FormState;
  readonly table: Asset;
}

/** The test cases of a table that readers may expect to pass. */
export function QualityChoice({ state: { members, faults, edit }, table }: QualityProps) {
  const query = useQuery(testCasesQuery('table', table.fullyQualifiedName));
  const fault = faultAt(faults, 'qualityExpectations');
  return (
    <fieldset className="panel stack">
      <legend>Quality</legend>
      {fault !== undefined && (
        <Notice tone="bad" icon="warning">
          <p>{fault}</p>
        </Notice>
      )}
      <Loaded query={query} what="Looking for test cases">
        {(cases) => {
          const known = new Set(cases.flatMap(({ id, fullyQualifiedName }) => [id, fullyQualifiedName]));
          const others = expectedTests(members).filter((key) => key !== '' && !known.has(key));
          return cases.length + others.length === 0 ? (
            <p className="dimmed" style={{ margin: 0 }}>
              The table has no test case that could be expected to pass.
            </p>
          ) : (
            <ul className="stack" style={{ gap: 10, listStyle: 'none', margin: 0, padding: 0 }}>
              {cases.map((one) => (
                <li key={one.id} className="row row-apart" style={{ flexWrap: 'nowrap' }}>
                  <Checkbox
                    label={titleOf(one)}
                    description={[subjectOf(one), one.description].filter(Boolean).join('. ')}
                    checked={isExpected(members, one)}
                    onChange={({ currentTarget }) => edit(expectTest(members, one, currentTarget.checked))}
                  />
                  {one.testCaseResult ? (
                    <StatusOfRun of={one.testCaseResult.testCaseStatus} />
                  ) : (
                    <span className="dimmed small">no result</span>
                  )}
                </li>
              ))}
              {others.map((key) => (
                <li key={key}>
                  <Checkbox
                    label={<span className="fqn">{key}</span>}
                    description="Not a test case of this table"
                    checked
                    onChange={() => edit(expectTest(members, { fullyQualifiedName: key }, false))}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <AddCheck table={table} take={async (made) => edit(expectTest(members, made, true))} />
    </fieldset>
  );
}
