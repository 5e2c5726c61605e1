import { badRequest } from '../app-error';

/**
 * Maximum number of opening brackets and commas of a body, one or two per value: about 200 MB of memory. A comma between members counts
 * twice: an object of many members needs twice the memory of a list. 64 MiB of documents have about 2 million values.
 */
const MOST_MARKS = 5_000_000;

/** What a body holds, in all the texts that it consists of. */
export class ValueCount {
  private marks = 0;

  /** @throws {AppError} BAD_REQUEST for too many values */
  add(marks: number): void {
    this.marks += marks;
    if (this.marks > MOST_MARKS) throw badRequest('The body has too many values to be read at once; send it in parts');
  }
}
