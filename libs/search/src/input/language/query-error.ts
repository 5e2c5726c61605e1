import { AppError } from '@app/common';

/** 400: a query that cannot be read, that asks for more than is allowed, or a value that its field cannot be compared with. */
export class QueryError extends AppError {
  constructor(
    readonly reason: string,
    /** Where in a query text, in UTF-16 units from 0 (its length where something is missing at its end); where that is known. */
    readonly position?: number,
  ) {
    super('BAD_REQUEST', position === undefined ? reason : `Query: ${reason} (at position ${position})`);
    this.name = 'QueryError';
  }
}
