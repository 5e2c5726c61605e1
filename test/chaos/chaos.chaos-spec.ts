import { BACKENDS, isFull } from '../support/chaos/chaos-size';
import { ChaosStack } from '../support/chaos/stack/chaos-stack';
import { concurrencyRow } from './rows/concurrency.row';
import { crashRow } from './rows/crash.row';
import { databaseRow } from './rows/database.row';
import { diskRow } from './rows/disk.row';
import { inheritedRow } from './rows/inherited.row';
import { poisonRow } from './rows/poison.row';
import { queueRow } from './rows/queue.row';
import { releasesRow } from './rows/releases.row';
import { searchRow } from './rows/search.row';
import { severalRow } from './rows/several.row';
import { stopRow } from './rows/stop.row';
import { writersRow } from './rows/writers.row';

jest.setTimeout(isFull ? 1_800_000 : 240_000);

describe.each(BACKENDS)('the whole stack with the queue on %s', (backend) => {
  let stack: ChaosStack;
  beforeAll(async () => {
    stack = await ChaosStack.start(backend);
  });
  afterAll(() => stack?.stop());
  // What one row started or broke is nothing to the next one.
  afterEach(() => stack?.calm());

  const of = (title: string, row: (stackOf: () => ChaosStack) => void) => describe(title, () => row(() => stack));
  of('crashes', crashRow);
  of('a queue', queueRow);
  of('a stop', stopRow);
  of('a crowd', concurrencyRow);
  // What the queue has little to do with: a small run meets it once.
  if (!isFull && backend !== BACKENDS[0]) return;
  of('a poisonous run', poisonRow);
  of('a database', databaseRow);
  of('a disk', diskRow);
  of('several', severalRow);
  of('two releases', releasesRow);
  of('an index', searchRow);
  of('a crowd of writers', writersRow);
  of('a crowd of heirs', inheritedRow);
});
