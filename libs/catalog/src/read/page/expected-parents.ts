import { PassedOver } from '@app/common';

/** Lists that are remembered; where there is one more, all are forgotten. */
const MOST_LISTS = 256;

/** UTF-16 units of the longest text of a list that is remembered: filters may have long values. */
const LONGEST_LIST = 1_024;

/** Rows of a page for each parent that is expected: to look up more of them takes longer than to find out which ones there are. */
const ROWS_A_PARENT = 64;

/** Pages of which nothing is expected after one that had another parent: where there is one there are more. */
const PASSED_OVER = 15;

/** The parents of a list's next page, by their nodes: those of its last one, mostly. */
export class ExpectedParents {
  private readonly lists = new Map<string, readonly number[]>();
  private readonly passedOver = new PassedOver(PASSED_OVER, MOST_LISTS);

  /** @param rows of the page; undefined: nothing is expected */
  of(list: string, rows: number): readonly number[] | undefined {
    const parents = this.lists.get(list);
    if (!parents || this.passedOver.takes(list)) return undefined;
    return parents.length <= Math.ceil(rows / ROWS_A_PARENT) ? parents : undefined;
  }

  /** Remembers the parents of a page. */
  note(list: string, parents: readonly number[]): void {
    if (list.length > LONGEST_LIST) return;
    if (!this.lists.has(list) && this.lists.size >= MOST_LISTS) this.lists.clear();
    this.lists.set(list, parents);
  }

  /** A page had a parent that was not expected. */
  missed(list: string): void {
    this.passedOver.add(list);
  }
}
