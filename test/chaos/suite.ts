import { BACKENDS, isFull, type ChaosBackend } from '../support/chaos/chaos-size';
import { ChaosStack } from '../support/chaos/stack/chaos-stack';
import { describeUnless } from '../support/unless-refused';
import { concurrencyRow } from './rows/concurrency.row';
import { crashRow } from './rows/crash.row';
import { databaseRow } from './rows/database.row';
import { diskRow } from './rows/disk.row';
import { incidentsRow } from './rows/incidents.row';
import { inheritedRow } from './rows/inherited.row';
import { noticesRow } from './rows/notices.row';
import { notificationsRow } from './rows/notifications.row';
import { poisonRow } from './rows/poison.row';
import { producersRow } from './rows/producers.row';
import { proposalsRow } from './rows/proposals.row';
import { queueRow } from './rows/queue.row';
import { readingsRow } from './rows/readings.row';
import { releasesRow } from './rows/releases.row';
import { searchRow } from './rows/search.row';
import { severalRow } from './rows/several.row';
import { stopRow } from './rows/stop.row';
import { writersRow } from './rows/writers.row';

type Row = (stackOf: () => ChaosStack) => void;

const EVERYWHERE: Readonly<Record<string, Row>> = {
  crashes: crashRow,
  'a queue': queueRow,
  'a stop': stopRow,
  'a crowd': concurrencyRow,
};
/** What the queue has little to do with: a small run meets it once, on this backend where it has the choice. */
const ONCE: Readonly<Record<ChaosBackend, Readonly<Record<string, Row>>>> = {
  postgres: {
    'a database': databaseRow,
    'a disk': diskRow,
    readings: readingsRow,
    notifications: notificationsRow,
    notices: noticesRow,
    'several producers': producersRow,
    incidents: incidentsRow,
    proposals: proposalsRow,
  },
  redis: {
    'a poisonous run': poisonRow,
    several: severalRow,
    'two releases': releasesRow,
    'an index': searchRow,
    'a crowd of writers': writersRow,
    'many inheriting assets': inheritedRow,
  },
};

/** All rows of a backend, on one stack. Each backend is a file of its own, so that they can run beside each other. */
export function chaosSuite(backend: ChaosBackend): void {
  jest.setTimeout(isFull ? 1_800_000 : 600_000);
  const rows = rowsOf(backend);

  describeUnless(rows ? undefined : 'left out by CHAOS_BACKEND', `the whole stack with the queue on ${backend}`, () => {
    let stack: ChaosStack;
    beforeAll(async () => {
      stack = await ChaosStack.start(backend);
    });
    afterAll(() => stack?.stop());
    // What one row started or broke is nothing to the next one.
    afterEach(() => stack?.calm());

    for (const [title, row] of Object.entries(rows ?? {})) describe(title, () => row(() => stack));
  });
}

/** Undefined where the backend is not asked for. */
function rowsOf(backend: ChaosBackend): Readonly<Record<string, Row>> | undefined {
  if (!BACKENDS.includes(backend)) return undefined;
  const isAlone = isFull || BACKENDS.length === 1;
  return { ...EVERYWHERE, ...(isAlone ? { ...ONCE.postgres, ...ONCE.redis } : ONCE[backend]) };
}
