import { AppError, type ErrorDetail } from '@app/common';

/** An answer of a tool: its text for the model, its members for programs. */
export function answered(answer: object, notes: readonly string[]) {
  const structuredContent: Record<string, unknown> = { ...answer, ...(notes.length > 0 && { notes }) };
  return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
}

/** A refusal, which is an answer too: the model can read it and act on it. What is unexpected is not explained. */
export function refusal(error: unknown) {
  const text = error instanceof AppError ? refusalText(error) : 'INTERNAL_ERROR';
  return { isError: true, content: [{ type: 'text' as const, text }] };
}

/** The code, the message, and each detail that the message does not have already. */
function refusalText({ code, message, details = [] }: AppError): string {
  const lines = details
    .filter((detail) => !says(message, detail))
    .map(({ field, message: reason }) => `- ${field ? `${field} ` : ''}${reason}`);
  return [`${code}: ${message}`, ...lines].join('\n');
}

const says = (message: string, { field, message: reason }: ErrorDetail): boolean =>
  message.includes(field ? `${field}: ${reason}` : reason);
