import { BACKENDS, isFull } from '../support/chaos/chaos-size';
import { ChaosStack } from '../support/chaos/stack/chaos-stack';
import { crashRow } from './rows/crash.row';
import { concurrencyRow } from './rows/concurrency.row';
import { databaseRow } from './rows/database.row';
import { poisonRow } from './rows/poison.row';
import { queueRow } from './rows/queue.row';
import { severalRow } from './rows/several.row';
import { stopRow } from './rows/stop.row';

jest.setTimeout(isFull ? 1_800_000 : 240_000);

describe.each(BACKENDS)('the whole stack with the queue on %s', (backend) => {
  let stack: ChaosStack;
  beforeAll(async () => {
    stack = await ChaosStack.start(backend);
  });
  afterAll(() => stack?.stop());
  // What one row started or broke is nothing to the next one.
  afterEach(() => stack?.calm());

  describe('crashes', () => crashRow(() => stack));
  describe('a poisonous run', () => poisonRow(() => stack));
  describe('a queue', () => queueRow(() => stack));
  describe('a database', () => databaseRow(() => stack));
  describe('a stop', () => stopRow(() => stack));
  describe('several', () => severalRow(() => stack));
  describe('a crowd', () => concurrencyRow(() => stack));
});
