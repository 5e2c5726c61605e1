import { bySince } from '@app/contracts';
import {
  KeysetOrder,
  KeysetQuery,
  type Conditions,
  type CountedRows,
  type Database,
  type KeysetRequest,
  type SortDirection,
} from '@app/database';
import { INCIDENT_STATUSES } from '../states/transitions';
import { FROM, SELECT, type IncidentRow } from './incident-sql';

export const INCIDENT_SORTS = ['opened', 'since', 'name', 'status'] as const;
export type IncidentSort = (typeof INCIDENT_SORTS)[number];

/** Orders by columns of the contract: they are unique among open incidents, of which a contract has at most one. */
export const SORTS_OF_OPEN: readonly IncidentSort[] = ['since', 'name'];

const OPENED = [
  { sql: 'i.opened_at', type: 'bigint', key: ({ opened_at }: IncidentRow) => opened_at },
  { sql: 'i.place', type: 'bigint', key: ({ place }: IncidentRow) => place },
] as const;

const [SINCE, NODE] = bySince('c');

const ORDERS: Readonly<Record<IncidentSort, KeysetOrder<IncidentRow>>> = {
  opened: new KeysetOrder<IncidentRow>(...OPENED),
  since: new KeysetOrder<IncidentRow>(
    { ...SINCE, key: ({ since }) => since ?? '0' },
    { ...NODE, key: ({ node }) => node },
  ),
  name: new KeysetOrder<IncidentRow>(
    { sql: 'e.name', type: 'text', key: ({ contract }) => contract.name },
    { sql: 'e.id', type: 'uuid', key: ({ contract }) => contract.id },
  ),
  status: new KeysetOrder<IncidentRow>(
    {
      sql: `array_position('{${INCIDENT_STATUSES.join(',')}}'::text[], i.status)`,
      type: 'integer',
      key: ({ stored_status }) => INCIDENT_STATUSES.indexOf(stored_status) + 1,
    },
    ...OPENED,
  ),
};

const LISTS: Readonly<Record<IncidentSort, KeysetQuery<IncidentRow & object>>> = {
  opened: listBy('opened', 'desc'),
  since: listBy('since'),
  name: listBy('name'),
  status: listBy('status'),
};

function listBy(sort: IncidentSort, direction: SortDirection = 'asc'): KeysetQuery<IncidentRow & object> {
  return new KeysetQuery<IncidentRow & object>({ select: SELECT, from: FROM, order: ORDERS[sort], direction });
}

/** Reads a page of incidents in an order. @param filter on an incident `i`, its contract `e` with its row `c`, and its assignee `p` */
export function sortedIncidents(
  database: Database,
  sort: IncidentSort,
  filter: Conditions,
  request: KeysetRequest,
): Promise<CountedRows<IncidentRow>> {
  // The index of names begins with the type.
  const of = sort === 'name' ? filter.copy().add(`e.type = 'dataContract'`) : filter;
  return LISTS[sort].counted(database, of, request);
}
