import { AppError } from '@app/common';

/** 400: a query text that cannot be read, or that asks for more than is allowed. */
export class QuerySyntaxError extends AppError {
  constructor(
    readonly reason: string,
    /** Where in the text, in UTF-16 units from 0; the length of the text where something is missing at its end. */
    readonly position: number,
  ) {
    super('BAD_REQUEST', `Query: ${reason} (at position ${position})`);
    this.name = 'QuerySyntaxError';
  }
}
