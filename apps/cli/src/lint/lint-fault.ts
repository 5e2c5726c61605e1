import { AppError } from '@app/common';

/** What a check says about one place of a document. A warning is taken by the service, which then mends or ignores something. */
export interface LintFault {
  readonly level: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
}

/** The faults of a refusal. @throws whatever is no refusal of the document */
export function errorsOf(error: unknown): LintFault[] {
  if (!(error instanceof AppError)) throw error;
  const details = error.details ?? [{ field: '', message: error.message }];
  return details.map(({ field, message }) => ({ level: 'error', path: field, message }));
}
