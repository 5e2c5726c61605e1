import { entityTypes, filterCondition, type Condition } from '@app/catalog';
import { Conditions, KeysetOrder, KeysetQuery, type SortDirection } from '@app/database';
import { INCIDENT_STATUSES, type IncidentStatus } from '../states/transitions';
import type { IncidentQuery, StatusSort } from './incident';

/** A status as it goes out. */
export interface StatusRow {
  readonly id: string;
  /** bigint in decimal */
  readonly timestamp: string;
  readonly json: string;
  /** Name of the test case. */
  readonly name: string;
  readonly status: IncidentStatus;
}

const reference = (row: string): string => `
  case when ${row}.id is not null then jsonb_build_object('id', ${row}.id, 'type', ${row}.type, 'name', ${row}.name,
    'fullyQualifiedName', ${row}.fqn, 'displayName', ${row}.body ->> 'displayName', 'deleted', ${row}.deleted_by is not null) end`;

/** The JSON of a status as it is answered: of the rows `i` (status), `e` (test case), `p` (person) and `u` (who wrote it). */
const STATUS_JSON = `jsonb_strip_nulls(jsonb_build_object(
  'id', i.id, 'stateId', i.incident, 'timestamp', i.timestamp, 'testCaseResolutionStatusType', i.status,
  'testCaseResolutionStatusDetails', case i.status
     when 'Assigned' then jsonb_build_object('assignee', ${reference('p')})
     when 'Resolved' then jsonb_build_object('testCaseFailureReason', i.reason, 'testCaseFailureComment', i.comment,
                                             'resolvedBy', ${reference('p')}) end,
  'severity', i.severity, 'testCaseReference', ${reference('e')}, 'updatedBy', ${reference('u')}, 'updatedAt', i.updated_at))::text`;

/** Statuses of test cases that are not deleted. */
const OF_LIVE = 'test_case_incident i join entity e on e.node = i.test_case and e.deleted_by is null';

const STATUSES = `
  select i.id::text as id, i.timestamp::text as timestamp, e.id::text as "testCase", e.name, i.status, ${STATUS_JSON} as json
    from ${OF_LIVE} left join entity p on p.id = i.person left join entity u on u.id = i.updated_by`;

/** SQL that selects statuses by an SQL condition, with their JSON. */
export const statusesBy = (condition: string): string => `${STATUSES} where ${condition}`;

const TEST_CASE = 'testCase';
const named = (type: string) => (bound: string) =>
  `(select x.node from entity x where x.type = '${type}' and md5(x.fqn)::uuid = md5(${bound}::text)::uuid and x.fqn = ${bound}::text)`;
const ofTestCase = named(TEST_CASE);
const ofTable = named('table');
const ofUser = (bound: string): string => `select x.id from entity x where x.type = 'user' and x.name = ${bound}::text`;

const NEWEST = [
  { sql: 'i.timestamp', type: 'bigint', key: ({ timestamp }: StatusRow) => timestamp },
  { sql: 'i.id', type: 'uuid', key: ({ id }: StatusRow) => id },
] as const;

const ORDERS: Readonly<Record<StatusSort, KeysetOrder<StatusRow>>> = {
  timestamp: new KeysetOrder<StatusRow>(...NEWEST),
  name: new KeysetOrder<StatusRow>({ sql: 'e.name', type: 'text', key: ({ name }) => name }, NEWEST[1]),
  status: new KeysetOrder<StatusRow>(
    {
      sql: `array_position('{${INCIDENT_STATUSES.join(',')}}'::text[], i.status)`,
      type: 'integer',
      key: ({ status }) => INCIDENT_STATUSES.indexOf(status) + 1,
    },
    ...NEWEST,
  ),
};

const listBy = (sort: StatusSort, direction: SortDirection, name: string): KeysetQuery<StatusRow> =>
  new KeysetQuery<StatusRow>({
    select: STATUSES,
    from: `from ${OF_LIVE}`,
    order: ORDERS[sort],
    direction,
    bytesOf: ({ json }) => Buffer.byteLength(json),
    prepared: name,
  });

/** The statuses of test cases that are not deleted, by default the newest first. */
export const STATUS_LISTS: Readonly<Record<StatusSort, KeysetQuery<StatusRow>>> = {
  timestamp: listBy('timestamp', 'desc', 'incidents'),
  name: listBy('name', 'asc', 'incidents-by-name'),
  status: listBy('status', 'asc', 'incidents-by-status'),
};

/** Test cases have the tier of their table. */
const ofTier = (bound: string): string => `e.parent in (
  select u.node from tag_usage u where md5(u.tag_fqn)::uuid = md5(${bound}::text)::uuid and u.tag_fqn = ${bound}::text)`;

/** @param visible which test cases the actor may see; they are worked out for all that match at once */
export function statusFilter(asked: IncidentQuery, visible: Condition | undefined): Conditions {
  const filter = Conditions.of()
    .when(asked.latest || undefined, (bound) => `i.is_latest = ${bound}::boolean`)
    .when(asked.open || undefined, (bound) => `${bound}::boolean and i.is_latest and i.status <> 'Resolved'`)
    .when(asked.testCaseFQN, (bound) => `i.test_case = ${ofTestCase(bound)}`)
    .when(asked.originEntityFQN, (bound) => `e.parent = ${ofTable(bound)}`)
    .when(asked.testCaseResolutionStatusType, (bound) => `i.status = ${bound}::text`)
    .when(asked.assignee, (bound) => `i.status = 'Assigned' and i.person in (${ofUser(bound)})`)
    .when(asked.stateId, (bound) => `i.incident = ${bound}::uuid`)
    .within(asked.owner === undefined ? undefined : filterCondition(entityTypes.get(TEST_CASE), 'owner', asked.owner))
    .when(asked.tier, ofTier)
    .when(asked.startTs, (bound) => `i.timestamp >= ${bound}::bigint`)
    .when(asked.endTs, (bound) => `i.timestamp <= ${bound}::bigint`);
  const { where } = filter;
  const may = visible?.ofMany?.('candidate', filter.bind(visible.value));
  if (may === undefined) return filter;
  return filter.add(`i.test_case in (
    with candidate as materialized (select distinct e.node, e.type, e.parent from ${OF_LIVE} ${where})
    select m.node from candidate m where ${may})`);
}
