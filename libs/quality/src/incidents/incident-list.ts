import { statementName, type Condition } from '@app/catalog';
import { PAGE_BYTES, type KeysetPage } from '@app/common';
import type { PreparedStatement } from '@app/database';
import type { IncidentQuery } from './incident';

/** A statement with its values. */
export interface Bound {
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
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

/** SQL that selects statuses by an SQL condition, with their JSON. */
export const statusesBy = (condition: string): string => `
  select i.id::text as id, i.timestamp::text as timestamp, e.id::text as "testCase", i.status, ${STATUS_JSON} as json
    from ${OF_LIVE} left join entity p on p.id = i.person left join entity u on u.id = i.updated_by
   where ${condition}`;

type Filter = readonly [name: string, value: unknown, sql: (bound: string) => string];

const named = (type: string) => (bound: string) =>
  `(select x.node from entity x where x.type = '${type}' and md5(x.fqn)::uuid = md5(${bound}::text)::uuid and x.fqn = ${bound}::text)`;
const ofTestCase = named('testCase');
const ofTable = named('table');

function filtersOf(asked: IncidentQuery): Filter[] {
  const all: Filter[] = [
    ['latest', asked.latest || undefined, (bound) => `i.is_latest = ${bound}::boolean`],
    ['testCase', asked.testCaseFQN, (bound) => `i.test_case = ${ofTestCase(bound)}`],
    ['table', asked.originEntityFQN, (bound) => `e.parent = ${ofTable(bound)}`],
    ['status', asked.testCaseResolutionStatusType, (bound) => `i.status = ${bound}::text`],
    [
      'assignee',
      asked.assignee,
      (bound) =>
        `i.status = 'Assigned' and i.person in (select x.id from entity x where x.type = 'user' and x.name = ${bound}::text)`,
    ],
    ['incident', asked.stateId, (bound) => `i.incident = ${bound}::uuid`],
    ['start', asked.startTs, (bound) => `i.timestamp >= ${bound}::bigint`],
    ['end', asked.endTs, (bound) => `i.timestamp <= ${bound}::bigint`],
  ];
  return all.filter(([, value]) => value !== undefined);
}

/** The conditions that all statements of a list share: which statuses it is of, and those of what the actor may see. */
class Matching {
  readonly values: unknown[] = [];
  readonly name: string;
  readonly condition: string;
  /** Common table expressions, if any, with a comma behind each. */
  readonly seen: string;

  constructor(asked: IncidentQuery, visible: Condition | undefined) {
    const filters = filtersOf(asked);
    const sql = filters.map(([, value, condition]) => condition(this.bind(value))).join(' and ') || 'true';
    this.name = [...filters.map(([name]) => name), ...(visible ? ['seen'] : [])].join('+');
    // What may be seen is worked out for all test cases at once.
    const may = visible?.ofMany?.('candidate', this.bind(visible.value));
    this.seen =
      may === undefined
        ? ''
        : `candidate as materialized (select distinct e.node, e.type, e.parent from ${OF_LIVE} where ${sql}),
           seen as materialized (select m.node from candidate m where ${may}),`;
    this.condition = may === undefined ? sql : `${sql} and i.test_case in (select node from seen)`;
  }

  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * A page of statuses in walking order: newest first, or oldest first towards newer ones. It ends early once the rows hold as much as a
 * page may.
 */
export function statusPage(
  asked: IncidentQuery,
  { place, isBackward }: KeysetPage,
  visible: Condition | undefined,
): Bound {
  const matching = new Matching(asked, visible);
  const [beyond, down] = isBackward ? ['>', ''] : ['<', 'desc'];
  const from = place
    ? ` and (i.timestamp, i.id) ${beyond} (${matching.bind(place.keys[0])}::bigint, ${matching.bind(place.keys[1])}::uuid)`
    : '';
  const limit = matching.bind(asked.limit);
  const text = `
    with ${matching.seen} found as (
      ${statusesBy(`${matching.condition}${from}`)} order by i.timestamp ${down}, i.id ${down} limit ${limit}::int + 1),
    walked as (
      select timestamp, id, json, row_number() over walk as n, lead(id) over walk is not null as has_next,
             sum(octet_length(json)) over (walk rows unbounded preceding) - octet_length(json) as bytes_before
        from found window walk as (order by timestamp::bigint ${down}, id::uuid ${down}))
    select timestamp, id, json, has_next as "hasNext"
      from walked where n <= ${limit}::int and bytes_before < ${PAGE_BYTES} order by n`;
  const name = statementName('incidents', place?.direction ?? 'first', matching.name);
  return { statement: { name, text }, values: matching.values };
}

/** How many statuses match, as a decimal `n`. */
export function statusTotal(asked: IncidentQuery, visible: Condition | undefined): Bound {
  const { name, condition, seen, values } = new Matching(asked, visible);
  const text = `
    with ${seen} matching as (select from ${OF_LIVE} where ${condition})
    select count(*)::text as n from matching`;
  return { statement: { name: statementName('incidents', 'total', name), text }, values };
}
