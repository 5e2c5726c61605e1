import { badRequest } from '@app/common';

/** Maximum bytes of memory for the parts of one project. A project of 100,000 models with descriptions has some 100 MB. */
const MOST_BYTES = 160 * 1024 * 1024;
/** Bytes of a value beside its characters, about. */
const OVERHEAD = 40;

/** Estimates the memory of the parts of a project until it is written. */
export class MemoryBudget {
  private left = MOST_BYTES;

  /** Gives the part back. @throws {AppError} BAD_REQUEST where the project has become too large */
  hold<Part>(artifact: string, part: Part): Part {
    this.left -= sizeOf(part);
    if (this.left >= 0) return part;
    throw badRequest(
      `${artifact} holds too much: what is read of a project may take ${MOST_BYTES} bytes of memory; send it in parts`,
      [{ field: artifact, message: 'holds too much' }],
    );
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return OVERHEAD + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = OVERHEAD;
  for (const part of Object.values(value)) size += sizeOf(part);
  return size;
}
