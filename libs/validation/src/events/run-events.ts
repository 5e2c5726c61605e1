import { notFound } from '@app/common';
import { Database } from '@app/database';
import { ChangeWatch, openFeed, type EventFeed, type FollowOptions } from '@app/events';
import { ContractFinder, HiddenVerdicts, ResultRepository } from '@app/results';
import { Injectable } from '@nestjs/common';
import { readNotice, RUN_CHANNEL } from './run-notice';
import { runLog, type RunState } from './run-log';

const STATE = {
  name: 'state-of-run',
  text: `select r.id::text as "resultId", r.timestamp::text, r.status, r.origin,
                coalesce((r.details ->> 'attempts')::int, 0) as attempts, coalesce(r.events, v.progress, '[]') as done
           from contract_result r left join validation_run v on v.result_id = r.id where r.id = $1`,
};

/** Streams runs: state changes, and dimensions as they are completed. */
@Injectable()
export class RunEvents {
  private readonly watch: ChangeWatch<RunState | undefined>;

  constructor(
    database: Database,
    private readonly contracts: ContractFinder,
    private readonly results: ResultRepository,
    private readonly hidden: HiddenVerdicts,
  ) {
    this.watch = new ChangeWatch(database, {
      channel: RUN_CHANNEL,
      keyOf: (payload) => readNotice(payload).resultId,
      load: async (id) => (await database.read<RunState>(STATE, [id]))[0],
    });
  }

  /** The events of one run, past ones first. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async follow(contractId: string, resultId: string, options: FollowOptions): Promise<EventFeed> {
    let withheld: ReadonlySet<string> = new Set();
    const watch = await this.watch.watch(resultId);
    return openFeed(watch, {
      ...options,
      judge: async (reader) => {
        const contract = await this.contracts.byId(reader, contractId, 'ViewBasic');
        if (!(await this.results.byId(contract, resultId, 'body'))) throw notFound('dataContractResult', resultId);
        withheld = await this.hidden.withholds(reader, contract);
      },
      logOf: (state) => state && runLog(shownOf(state, withheld)),
    });
  }
}

/** Without the dimensions of which the reader may not know. */
function shownOf(state: RunState, withheld: ReadonlySet<string>): RunState {
  return withheld.size ? { ...state, done: state.done.filter(({ dimension }) => !withheld.has(dimension)) } : state;
}
