import type { MigrationInterface, QueryRunner } from 'typeorm';
import { finishRuns } from './1700000002790-run-functions';
import { RECORD_ENDS } from './1700000002870-change-events';
import { BY_CLAIM } from './1700000002951-run-claims';

/** The notice of a run's end brings its result along, so that whoever waits for it need not read it. */
export class EndsTellResults1700000003820 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(finishRuns(RECORD_ENDS, BY_CLAIM, WITH_RESULT));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(finishRuns(RECORD_ENDS, BY_CLAIM));
  }
}

/** PostgreSQL refuses the payload of a notice from 8,000 bytes on. */
const MOST_BYTES = 7_999;

// The text of the body is told, not its members: numbers are shown as they are stored. Nobody waits for the runs of a batch.
export const WITH_RESULT = {
  ofRun: ' r.lane,',
  ofResult: ', gone.lane, r.body',
  notice: `(
             select pg_notify('validation_run', case when octet_length(whole) <= ${MOST_BYTES} then whole else short end)::text
               from (select json_build_object('resultId', e.id, 'status', e.status)::text as short,
                            case when e.lane = 'urgent' then
                              json_build_object('resultId', e.id, 'status', e.status, 'timestamp', e.timestamp, 'body', e.body::text)::text
                            end as whole) told)`,
};
