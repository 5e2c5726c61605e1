import type { Transaction } from '@app/database';

/** What was to be planned in the process alone needs the database, and so a transaction. */
export class NeedsTransaction extends Error {}

/** Stands in for a transaction where nothing is to be asked: whatever is done with it throws {@link NeedsTransaction}. */
export const NO_TRANSACTION = new Proxy(
  {},
  {
    get(): never {
      throw new NeedsTransaction('The database was asked');
    },
  },
) as Transaction;
