import { Logger } from '@nestjs/common';

/** One of several ways to bring an index to what is marked. */
export interface IndexStep {
  /** Handles a block of marks. Returns whether there may be more. @throws where it could not */
  run(): Promise<boolean>;
}

/** How an outage of the index is logged, whatever brings it up to date. */
export const INDEXING = {
  log: new Logger('Search'),
  failing: 'the search index is behind',
  recovered: 'the search index is written again',
};
