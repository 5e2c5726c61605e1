import { DAY } from '@app/common';
import { isCurrent } from '@app/contracts';
import { NOW_MS, type Bind } from '@app/database';
import { FAILING_CHANGE, PASSING_CHANGE } from '@app/results';
import { assetsBy, ASSETS } from './asset-counts';
import { GROUPS, typesOf, type GroupedBy, type VisibleSql } from './asset-groups';
import { reference } from './verdict-list';

/** The group of what is in none, and that of all: no node is below 1. */
const NONE = -1;
export const ALL = 0;

/** Types of the entities that are groups. */
const typesOfGroups = (by: GroupedBy): readonly string[] =>
  by === 'service' ? typesOf().services : [by === 'tier' ? 'tag' : by];

/**
 * SQL of `groups` without doubles, with NONE where there is none, and with ALL. What is hidden from the reader is no group: an asset whose groups are
 * all hidden is in none, as it is shown itself.
 */
function shownGroups(sight: VisibleSql | undefined, groups: string): string {
  const seen = sight ? 'g = any(array(select node from seen))' : 'g is not null';
  return `(coalesce(nullif(array(select distinct g from unnest(${groups}) g where ${seen}), '{}'), '{${NONE}}'::bigint[]) || '{${ALL}}'::bigint[])`;
}

/** How much of the time since the begin `w.start` a contract has passed, or failed: as it is now, without what changed since then. */
const lasted = (isSo: string, changed: string): string =>
  `((${isSo})::int * (w.now - w.start) - coalesce(v.${changed}, 0))`;

/** Groups that the reader sees, where some are hidden from it. */
const SEEN = (by: GroupedBy, bind: Bind, { one }: VisibleSql): string =>
  `seen as materialized (select e.node from entity e where e.type = any(${bind(typesOfGroups(by))}::text[]) and e.deleted_by is null and ${one}),`;

/** Contracts `c` that the reader sees, without upcoming and ended ones, each with its groups and those of its asset, and what became of it since the begin. */
const CONTRACTS = (by: GroupedBy, sight: VisibleSql | undefined): string => `
  held as materialized (
    select c.node, c.verdict, ${shownGroups(sight, GROUPS[by].ofContract)} as groups, ${shownGroups(sight, GROUPS[by].sql)} as asset_groups
      from contract c join m on m.node = c.asset ${GROUPS[by].joins} join entity e on e.node = c.node
     where c.live and ${isCurrent('c')} and ${sight?.one ?? 'true'}),
  turned as materialized (
    select t.*, lag(t.at) over (partition by t.contract order by t.at) as before
      from w cross join held h join verdict_transition t on t.contract = h.node and t.at >= w.start),
  moved as (
    select t.contract, sum(${PASSING_CHANGE} * (least(t.at, w.now) - w.start)) as passing,
           sum(${FAILING_CHANGE} * (least(t.at, w.now) - w.start)) as failing
      from w cross join turned t group by t.contract),
  sla as (
    select d.contract, sum(d.sla_evaluated) as evaluated, sum(d.sla_passed) as passed
      from w cross join held h join contract_result_day d on d.contract = h.node and d.day >= w.start / ${DAY} group by d.contract),
  judged as materialized (
    select h.node, h.verdict, h.groups, ${lasted(`h.verdict is not distinct from 'Success'`, 'passing')} as passing_ms,
           ${lasted(`h.verdict is not null and h.verdict <> 'Success'`, 'failing')} as failing_ms,
           s.evaluated, s.passed, o.contract is not null as has_objectives, o.burning_fqn is not null as burns
      from w cross join held h left join moved v on v.contract = h.node left join sla s on s.contract = h.node
      left join contract_objective o on o.contract = h.node)`;

/** Sums of contracts by group, recoveries with the time from the first failing result to the one that passed. */
const SUMS = `
  of_contracts as (
    select g, count(*) as contracts, count(*) filter (where verdict = 'Success') as passing,
           count(*) filter (where verdict = 'PartialSuccess') as partial, count(*) filter (where verdict = 'Failed') as failing,
           count(*) filter (where verdict is null) as not_judged, sum(passing_ms) as passing_ms, sum(passing_ms + failing_ms) as judged_ms,
           sum(evaluated) as evaluated, sum(passed) as passed, count(*) filter (where has_objectives) as objectives,
           count(*) filter (where burns) as burning
      from judged cross join unnest(groups) g group by g),
  recovery as (
    select j.groups, t.at - coalesce(t.before, (select max(p.at) from verdict_transition p where p.contract = t.contract and p.at < t.at)) as took
      from turned t join judged j on j.node = t.contract where t.passes and not t.is_first),
  recovered as (
    select g, count(*) as recovered, percentile_cont(0.5) within group (order by took) as median
      from recovery cross join unnest(groups) g group by g),
  of_assets as (
    select g, sum(n) as assets, sum(covered) as covered
      from (select groups, n, 0 as covered from shown union all select asset_groups, 0, 1 from held) a cross join unnest(a.groups) g group by g)`;

/** SQL of a part of a whole in percent, cut after two digits: 99.999 % is not 100 %. */
const percent = (part: string, whole: string): string => `trunc(100.0 * ${part} / nullif(${whole}, 0), 2)::float8`;

/** The statement of a report: the sums of all, then the groups, the worst first. */
export function reportStatement(
  by: GroupedBy,
  days: number,
  limit: number,
  bind: Bind,
  sight: VisibleSql | undefined,
): string {
  const share = 's.passing_ms / nullif(s.judged_ms, 0)';
  return `
  with recursive ${GROUPS[by].first(bind)}
  w as materialized (select n.now, (n.now / ${DAY} - ${bind(days)}::int + 1) * ${DAY} as start from (select ${NOW_MS} as now) n),
  ${ASSETS(bind)},
  ${sight ? SEEN(by, bind, sight) : ''}
  asset as (${assetsBy(by, bind, sight)}),
  shown as (select ${shownGroups(sight, 'groups')} as groups, n from asset),
  ${CONTRACTS(by, sight)},
  ${SUMS},
  grouped as (
    select *, count(*) filter (where g <> ${ALL}) over () as total
      from of_assets full join of_contracts using (g) left join recovered using (g)
     where coalesce(assets, 0) > 0 or coalesce(contracts, 0) > 0)
  select s.g::text as node, case when e.node is not null then ${reference('e')} end as "group", s.total::int,
         coalesce(s.assets, 0)::int as assets, coalesce(s.covered, 0)::int as covered, coalesce(s.contracts, 0)::int as contracts,
         coalesce(s.passing, 0)::int as passing, coalesce(s.partial, 0)::int as partial, coalesce(s.failing, 0)::int as failing,
         coalesce(s.not_judged, 0)::int as "notJudged", ${percent('s.passing_ms', 's.judged_ms')} as "passRate",
         ${percent('s.passed', 's.evaluated')} as "slaMet", coalesce(s.objectives, 0)::int as "withObjectives",
         coalesce(s.burning, 0)::int as burning, coalesce(s.recovered, 0)::int as recovered, round(s.median)::float8 as "timeToRecover"
    from grouped s left join entity e on e.node = s.g
   order by s.g <> ${ALL}, ${share} nulls last, s.covered::numeric / nullif(s.assets, 0) nulls last, s.assets desc nulls last, e.fqn, s.g
   limit ${bind(limit)} + 1`;
}
