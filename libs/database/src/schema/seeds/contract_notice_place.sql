-- Notices are made from now on: what happened before, and dates that came before, are not told.
insert into contract_notice_place (position, dates_at, dates_node, since)
select coalesce(max(e.position), 0), n.now, 0, n.now
  from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) n left join change_event e on true group by n.now;
