/** The stack cannot be started as it is set up; the message is for the operator and says what to change. */
export class StackError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StackError';
  }
}
