import type { ChaosServer } from './stack/chaos-server';

/** A step of a result: what its status was, and what it became; null where there was none or is none any more. */
export interface ResultStep {
  readonly id: string;
  readonly contract: string;
  readonly was: string | null;
  readonly is: string | null;
  /** Epoch ms, by the database's clock. */
  readonly at: number;
}

/** A worker took a run. */
export interface Claim {
  readonly id: string;
  readonly attempt: number;
  readonly crashes: number;
  /** Process id of the worker. */
  readonly pid: number;
  readonly at: number;
}

// The order in which rows of one contract come is that of its lock. Not unlogged: a crash of the server must not empty them.
const OPEN = `
  create table chaos_step (seq bigint generated always as identity, at timestamptz not null default clock_timestamp(),
    id uuid not null, contract bigint not null, was text, now_is text);
  create table chaos_claim (seq bigint generated always as identity, at timestamptz not null default clock_timestamp(),
    id uuid not null, attempt int not null, crashes int not null, worker text);
  create function chaos_note_step() returns trigger language plpgsql as $$ begin
    insert into chaos_step (id, contract, was, now_is) values (
      coalesce(new.id, old.id), coalesce(new.contract, old.contract), old.status, new.status);
    return null;
  end $$;
  create function chaos_note_claim() returns trigger language plpgsql as $$ begin
    insert into chaos_claim (id, attempt, crashes, worker) values (new.result_id, new.attempt, new.crashes, new.worker);
    return null;
  end $$;
  create trigger chaos_step after insert or delete on contract_result for each row execute function chaos_note_step();
  create trigger chaos_step_on after update on contract_result for each row
    when (old.status is distinct from new.status) execute function chaos_note_step();
  create trigger chaos_claim after update on validation_run for each row
    when (old.attempt is distinct from new.attempt) execute function chaos_note_claim()`;

const EPOCH_MS = 'extract(epoch from at)::float8 * 1000';

/**
 * What really happened to every run, as the database saw it: triggers of the test note each status that a result takes
 * and each claim, so that nothing is missed between two looks.
 */
export class RunJournal {
  constructor(private readonly server: ChaosServer) {}

  async open(): Promise<void> {
    await this.server.query(OPEN);
  }

  async steps(): Promise<ResultStep[]> {
    return this.server.query<ResultStep>(
      `select id::text, contract::text, was, now_is as is, ${EPOCH_MS} as at from chaos_step order by seq`,
    );
  }

  async claims(): Promise<Claim[]> {
    return this.server.query<Claim>(
      `select id::text, attempt, crashes, substring(worker from '-(\\d+)-[0-9a-f-]{36}$')::int as pid, ${EPOCH_MS} as at
         from chaos_claim order by seq`,
    );
  }

  /** Runs that are open now. */
  async openRuns(): Promise<number> {
    return (await this.server.query<{ n: number }>('select count(*)::int as n from validation_run'))[0]!.n;
  }

  /** Forgets all: a new test begins. */
  async clear(): Promise<void> {
    await this.server.query('truncate chaos_step, chaos_claim');
  }
}
