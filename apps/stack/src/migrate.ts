import { exitOnBadSettings } from '@app/config';
import { migrateDatabase } from '@app/database';
import { migrateQueue } from '@app/queue';
import { withRunningDatabase } from './state/database-address';
import { print } from './supervisor/progress';

/** `npm run db:migrate`: brings the schemas of the catalog and of the queue to the newest state; safe to repeat. */
async function migrate(): Promise<void> {
  const settings = withRunningDatabase(exitOnBadSettings());
  const { databaseUrl, databaseDirectUrl = databaseUrl } = settings;
  const ran = await migrateDatabase(databaseDirectUrl, (line) => print(`  ${line}`));
  const isQueueMade = await migrateQueue(settings);
  // The stack prints its own line about this step.
  if (process.send) return;
  print(ran.length === 0 ? 'The database is at the newest schema.' : `${ran.length} migrations done.`);
  if (isQueueMade) print('The tables of the queue (schema bullmq) are made, or brought to their newest schema.');
}

migrate().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`The migration failed: ${error.message}\n`);
    process.exit(1);
  },
);
