import { useQuery } from '@tanstack/react-query';
import { objectivesQuery, type ObjectiveRow } from './governance-queries';
import { EntityLink } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import { OUTCOMES, Tag } from '../../ui/status';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';

const percent = (value: number | undefined): string => (value === undefined ? 'nothing yet' : `${value} %`);

/** The part of a budget that is left, in percent; 0 of an empty one. */
const leftPercent = ({ left, allowed }: ObjectiveRow): number =>
  allowed === 0 ? 0 : Math.round((Math.max(left, 0) / allowed) * 100);

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
  { label: 'Target', cell: ({ target }) => percent(target), sortBy: ({ target }) => target },
  {
    label: 'Attained',
    cell: ({ attainment, met }) => <Tag {...OUTCOMES[met ? 'holds' : 'broken']}>{percent(attainment)}</Tag>,
    sortBy: ({ attainment }) => attainment,
  },
  { label: 'Good', cell: ({ good, total }) => `${good} of ${total}`, sortBy: ({ good }) => good },
  {
    label: 'Budget left',
    cell: (row) => `${leftPercent(row)} % (${row.left} of ${row.allowed})`,
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
                <p className="dimmed">An objective says how often a contract shall hold, such as on 99 % of days.</p>
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
