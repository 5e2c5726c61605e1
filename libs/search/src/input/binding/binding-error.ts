import { AppError } from '@app/common';

/** 400: a value that its field cannot be compared with. Who knows the place says it: `reason` is for that. */
export class BindingError extends AppError {
  constructor(readonly reason: string) {
    super('BAD_REQUEST', reason);
    this.name = 'BindingError';
  }
}
