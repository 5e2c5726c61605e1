import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The fields of search_row.tokens, in its order. */
const FIELDS = ['n', 'm', 'f', 'c', 'h', 'd', 'cd', 'hd'];
const columns = (of: (field: string, at: number) => string): string =>
  FIELDS.map((each, at) => of(each, at + 1)).join(', ');

/**
 * How many documents have a field and how many tokens it has in them, exactly and without reading the index: in slots that add up.
 * A writer takes a slot that nobody else holds, so that none waits for another.
 */
export class SearchTotals1700000002600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(`create ${ADD_DIFFERENCES} create ${SUM_UP}`);
    await runner.query(TRIGGERS);
    await runner.query(`select search_totals_add(${sums('search_row')})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger search_totals_insert on search_row;
      drop trigger search_totals_update on search_row;
      drop trigger search_totals_delete on search_row;
      drop trigger search_totals_truncate on search_row;
      drop function search_totals();
      drop function search_totals_add(bigint[]);
      drop table search_total`);
  }
}

const TABLE = `
  create table search_total (
    slot integer primary key generated always as identity,
    ${columns((field) => `documents_${field} bigint not null default 0, tokens_${field} bigint not null default 0`)}
  ) with (fillfactor = 20);
`;

/** For each field its documents and its tokens, as one array. */
function sums(rows: string): string {
  return `(select array[${columns((_, at) => `count(*) filter (where tokens[${at}] > 0), coalesce(sum(tokens[${at}]), 0)`)}]::bigint[] from ${rows})`;
}

/** A function that adds $1 to a slot. A slot of this very transaction is not skipped: it holds that lock itself. */
const addTotals = (unless = ''): string => `
  function search_totals_add(more bigint[]) returns void language plpgsql as $$
  begin
    ${unless}update search_total set
      ${columns((field, at) => `documents_${field} = documents_${field} + more[${2 * at - 1}], tokens_${field} = tokens_${field} + more[${2 * at}]`)}
     where slot = (select slot from search_total limit 1 for update skip locked);
    if not found then
      insert into search_total (${columns((field) => `documents_${field}, tokens_${field}`)})
      values (${columns((_, at) => `more[${2 * at - 1}], more[${2 * at}]`)});
    end if;
  end $$;
`;

/** Writes no slot where nothing is to be added. */
export const ADD_DIFFERENCES = addTotals('if 0 = all(more) then return; end if;\n    ');

/** Writes a slot at each call. */
export const ADD_ALWAYS = addTotals();

/** The function of the triggers. */
const sumUp = (unless = ''): string => `
  function search_totals() returns trigger language plpgsql as $$
  declare more bigint[] := array_fill(0, array[${2 * FIELDS.length}]); gone bigint[];
  begin
    if tg_op = 'TRUNCATE' then
      delete from search_total;
      return null;
    end if;
    ${unless}if tg_op <> 'DELETE' then more := ${sums('new_rows')}; end if;
    if tg_op <> 'INSERT' then
      gone := ${sums('old_rows')};
      for i in 1..cardinality(gone) loop more[i] := more[i] - gone[i]; end loop;
    end if;
    perform search_totals_add(more);
    return null;
  end $$;
`;

export const SUM_UP = sumUp();

/** Of no rows nothing is written. */
export const SUM_UP_ROWS = sumUp(`if tg_op = 'DELETE' then
      if not exists (select from old_rows) then return null; end if;
    elsif not exists (select from new_rows) then return null; end if;
    `);

// PL/pgSQL plans a statement when it is first run, so a branch may name what its trigger does not have.
const TRIGGERS = `
  create trigger search_totals_insert after insert on search_row
    referencing new table as new_rows for each statement execute function search_totals();
  create trigger search_totals_update after update on search_row
    referencing old table as old_rows new table as new_rows for each statement execute function search_totals();
  create trigger search_totals_delete after delete on search_row
    referencing old table as old_rows for each statement execute function search_totals();
  create trigger search_totals_truncate after truncate on search_row
    for each statement execute function search_totals();
`;
