import type { Database } from '@app/database';
import { Logger } from '@nestjs/common';
import type { IndexStep } from '../engine/search-backend';
import { markAgain, spreadWideMarks, takeMarks } from './dirty-set';
import type { RowWriter } from './row-writer';

const BLOCK = 500;

/** Writes the documents that transactions left marked: too many for one, written by a program without search, or failed. */
export class RowDrain implements IndexStep {
  private readonly log = new Logger('Search');

  constructor(
    private readonly database: Database,
    private readonly writer: RowWriter,
  ) {}

  async run(): Promise<boolean> {
    await this.database.transaction((tx) => spreadWideMarks(tx, true));
    try {
      return (await this.block(BLOCK)) === BLOCK;
    } catch (error) {
      this.log.warn(`a block of documents is not written, now one by one: ${(error as Error).message}`);
      for (let i = 0; i < BLOCK && (await this.one()); i++);
      return false;
    }
  }

  /** Returns how many documents it were. */
  private block(most: number): Promise<number> {
    return this.database.transaction(async (tx) => {
      const nodes = await takeMarks(tx, most);
      if (nodes.length) await this.writer.write(tx, nodes);
      return nodes.length;
    });
  }

  /** A document that cannot be written must not keep the others waiting: it goes to the end of the queue. */
  private async one(): Promise<boolean> {
    try {
      return (await this.block(1)) > 0;
    } catch (error) {
      this.log.error(`a document is not written: ${(error as Error).message}`);
      await this.database.transaction(async (tx) => markAgain(tx, await takeMarks(tx, 1)));
      return true;
    }
  }
}
