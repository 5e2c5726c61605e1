import { AppError, type ErrorCode, type ErrorDetail } from '@app/common';

/** The answer of the thread for a text: its value as JSON, or why it is refused. */
export type YamlAnswer = { readonly json: string } | { readonly refused: Refusal };

/** An AppError on its way between threads: a copy of one would be an Error without a code. */
interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
}

export function answerOf(work: () => string): YamlAnswer {
  try {
    return { json: work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    return { refused: { code, message, details } };
  }
}

/** @throws {AppError} what the text was refused for */
export function valueIn(answer: YamlAnswer): unknown {
  if ('json' in answer) return JSON.parse(answer.json);
  const { code, message, details } = answer.refused;
  throw new AppError(code, message, { details });
}
