import { useQuery } from '@tanstack/react-query';
import { testCasesQuery } from '../../api/assets';
import type { Contract } from '../../api/contracts';
import { EntityLink } from '../../ui/link';
import { columnIn, titleOf } from './check-words';

/** The checks that a contract expects to pass, each by what it says and of which column; those of other tables by their names. */
export function ExpectedChecks({ contract: { entity, qualityExpectations = [] } }: { readonly contract: Contract }) {
  const isTable = entity?.type === 'table' && qualityExpectations.length > 0;
  const { data = [] } = useQuery({
    ...testCasesQuery('table', entity?.fullyQualifiedName ?? ''),
    enabled: isTable,
  });
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {qualityExpectations.map(({ id, fullyQualifiedName = '', name }) => {
        const known = data.find((one) => one.id === id);
        const column = columnIn(known?.entityLink);
        return (
          <li key={id}>
            <EntityLink type="testCase" fqn={fullyQualifiedName}>
              {known ? titleOf(known) : (name ?? fullyQualifiedName)}
            </EntityLink>
            {column !== undefined && <span className="mono dimmed fqn"> {column}</span>}
          </li>
        );
      })}
    </ul>
  );
}
