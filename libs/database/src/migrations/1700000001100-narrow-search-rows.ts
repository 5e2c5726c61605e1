import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A search takes as long as the pages that it reads. With rows kept whole a page held one; now it holds six or so: what ranks
 * and counts most of them stays in the row (names, facets), and what few need goes to the toast table where a row is long.
 */
export class NarrowSearchRows1700000001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NARROW);
    await runner.query(WRITE_ANEW);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(WIDE);
    await runner.query(WRITE_ANEW);
  }
}

// Not compressed, but for names and facets that alone would fill a row: compression costs a search two to ten times its time.
const NARROW = `
  alter table search_row
    alter names set storage main,
    alter facets set storage main,
    reset (toast_tuple_target)`;

const WIDE = `
  alter table search_row
    alter names set storage external,
    alter facets set storage external,
    set (toast_tuple_target = 8160)`;

// Unlike vacuum full, it may be part of a transaction.
const WRITE_ANEW = `
  cluster search_row using search_row_pkey;
  alter table search_row set without cluster`;
