import { useQuery } from '@tanstack/react-query';
import { objectivesQuery, type ObjectiveRow } from '../../api/governance/objectives';
import { EntityLink } from '../../ui/link';
import { budgetText, leftPercent, percentText } from '../../ui/text/percent';
import { Loaded, Message } from '../../ui/states';
import { OUTCOMES, Tag } from '../../ui/status';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';

const COLUMNS: readonly DataColumn<ObjectiveRow>[] = [
  {
    label: 'Contract',
    cell: ({ contract }) => (
      <EntityLink type="dataContract" fqn={contract}>
        {contract}
      </EntityLink>
    ),
    sortBy: ({ contract }) => contract,
  },
  { label: 'Objective', cell: ({ objective }) => objective, sortBy: ({ objective }) => objective },
  { label: 'On', cell: ({ on, unit }) => `${on}, ${unit}`, sortBy: ({ on }) => on },
  { label: 'Target', cell: ({ target }) => percentText(target), sortBy: ({ target }) => target },
  {
    label: 'Attained',
    cell: ({ attainment, met }) => <Tag {...OUTCOMES[met ? 'holds' : 'broken']}>{percentText(attainment)}</Tag>,
    sortBy: ({ attainment }) => attainment,
  },
  { label: 'Good', cell: ({ good, total }) => `${good} of ${total}`, sortBy: ({ good }) => good },
  {
    label: 'Budget left',
    cell: budgetText,
    sortBy: leftPercent,
  },
];

/** All objectives of contracts, with what this month has come to. */
export function ObjectiveList() {
  const query = useQuery(objectivesQuery);
  return (
    <section className="stack" aria-labelledby="objectives">
      <h2 id="objectives" style={{ margin: 0, fontSize: 17 }}>
        Objectives this month
      </h2>
      <Loaded query={query} what="Working out objectives">
        {(rows) =>
          rows.length === 0 ? (
            <div className="panel">
              <Message icon="chart" title="No objectives">
                <p className="dimmed">An objective says how often a contract should pass, such as on 99 % of days.</p>
              </Message>
            </div>
          ) : (
            <DataTable
              label="Objectives"
              columns={COLUMNS}
              rows={rows}
              keyOf={({ contract, objective }) => `${contract}\n${objective}`}
            />
          )
        }
      </Loaded>
    </section>
  );
}
