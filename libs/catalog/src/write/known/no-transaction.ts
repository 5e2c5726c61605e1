import type { Transaction } from '@app/database';

/** What was to be planned in the process alone asks the database. */
export class AsksDatabase extends Error {}

/** Stands in for a transaction where nothing is to be asked: whatever is done with it throws {@link AsksDatabase}. */
export const NO_TRANSACTION = new Proxy(
  {},
  {
    get(): never {
      throw new AsksDatabase('This needs a transaction');
    },
  },
) as Transaction;
