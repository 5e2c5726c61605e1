import type { MigrationInterface, QueryRunner } from 'typeorm';
import { finishRuns } from './1700000002790-run-functions';
import { RECORD_ENDS } from './1700000002870-change-events';
import { BY_CLAIM } from './1700000002951-run-claims';
import { WITH_RESULT } from './1700000003820-ends-tell-results';

/** Results of tools that each check a part of a contract add up: the newest push of each producer is kept beside the history. */
export class ResultProducers1700000004010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PARTS);
    await runner.query(FINISH_UNLESS_SUMMED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function finish_runs(uuid[], bigint[], int[], uuid[], text[], jsonb[], jsonb[], jsonb[], boolean, boolean, boolean);
      drop table contract_part`);
  }
}

// timestamp, placed_at, summed_at: epoch ms; of the push, of its result, and of the newest result that was written since it changed the sum.
// ended: it does not count any more, nor does a push that is older. Whoever writes holds the lock of the contract. There is no index by
// timestamp: it would be written with each push, and is asked for once an hour.
const PARTS = `
  create table contract_part (
    contract bigint not null references contract (node) on delete cascade,
    producer text collate "C" not null,
    timestamp bigint not null,
    status text not null,
    body jsonb not null,
    details jsonb not null,
    placed_at bigint not null,
    summed_at bigint not null,
    ended boolean not null default false,
    primary key (contract, producer)
  )`;

// The same with one parameter more: without it the end of a run of a contract that has parts is left out, so that the caller adds it up first.
// What was aborted says nothing of the contract and is not added up. Workers of the release before call the function without it.
const FINISH_UNLESS_SUMMED = replaced(finishRuns(RECORD_ENDS, BY_CLAIM, WITH_RESULT), {
  'waits boolean, indexes boolean)': 'waits boolean, indexes boolean, is_summed boolean)',
  'not indexes and c.ended_status is distinct from a.status as is_left': `(not indexes and c.ended_status is distinct from a.status)
                 or (not is_summed and a.status <> 'Aborted'
                     and exists (select from contract_part p where p.contract = a.contract)) as is_left`,
});

function replaced(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((all, [from, to]) => all.replace(from, to), text);
}
