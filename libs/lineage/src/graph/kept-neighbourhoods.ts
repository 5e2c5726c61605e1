import { MostUsed, type MostUsedLimits } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { NEAR_STAMP } from './near-stamp';

/** A response with the rows that it was made of. */
interface KeptNeighbourhood {
  readonly text: string;
  readonly madeOf: MadeOf;
}

/**
 * The node of the asset; the near ends of the edges upstream and downstream, as text of arrays; the versions of all rows, read by the same
 * statement as the text: while the database has the same ones, a read would give the same text.
 */
type MadeOf = readonly [node: string, upstream: string, downstream: string, stamp: string];

/** Characters: 16 MB of Latin text, or some thousand neighbourhoods of ten assets. */
const KEPT: MostUsedLimits<KeptNeighbourhood> = {
  most: 16 * 1024 * 1024,
  largest: 512 * 1024,
  sizeOf: ({ text, madeOf }) => madeOf.reduce((sum, { length }) => sum + length, text.length),
};

/**
 * Neighbourhoods that are asked for again, for callers from whom nothing is hidden. Each request asks the database for the versions of
 * the rows, so none is answered with what was before it (ADR 110).
 */
@Injectable()
export class KeptNeighbourhoods {
  private readonly kept = new MostUsed<KeptNeighbourhood>(KEPT);

  constructor(private readonly database: Database) {}

  /** The text under the key, if nothing of it has changed. Counts as a use. */
  async current(key: string): Promise<string | undefined> {
    const kept = this.kept.get(key);
    if (!kept) return undefined;
    const [node, upstream, downstream, stamp] = kept.madeOf;
    const [row] = await this.database.readTexts(NEAR_STAMP, [node, upstream, downstream]);
    return row?.[0] === stamp ? kept.text : undefined;
  }

  /** What is asked for once in a while gains nothing. */
  isAskedAgain(key: string): boolean {
    return this.kept.usesOf(key) > 1;
  }

  keep(key: string, text: string, madeOf: MadeOf): void {
    this.kept.set(key, { text, madeOf });
  }
}
