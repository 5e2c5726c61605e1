import { type CliError, refused } from '../cli-error';
import { isObject } from '../document/document-file';

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** The faults that a refusal names in the document that was sent; its message where it names none. */
export function fieldFaults({ body }: ServiceAnswer): FieldFault[] {
  const faults = detailsOf(body);
  return faults.length > 0 ? faults : [{ field: '', message: messageOf(body) }];
}

const MEANINGS: Readonly<Record<number, string>> = {
  401: 'the token is not accepted',
  403: 'not allowed',
  404: 'not found',
};

/** A refusal as the end of the command. */
export function refusal(what: string, answer: ServiceAnswer): CliError {
  const { status, body } = answer;
  const requestId = isObject(body) && typeof body.requestId === 'string' ? [`request ${body.requestId}`] : [];
  const lines = detailsOf(body).map(({ field, message }) => `${field}: ${message}`);
  const meaning = MEANINGS[status] === undefined ? '' : `${MEANINGS[status]}: `;
  return refused(`${what}: ${status} ${meaning}${messageOf(body)}`, ...lines, ...requestId);
}

export function messageOf(body: unknown): string {
  if (isObject(body) && typeof body.message === 'string') return body.message;
  return typeof body === 'string' && body.trim() !== '' ? body.trim().slice(0, 200) : 'no reason was given';
}

function detailsOf(body: unknown): FieldFault[] {
  return isObject(body) && Array.isArray(body.details) ? body.details.filter(isFault) : [];
}

function isFault(value: unknown): value is FieldFault {
  return isObject(value) && typeof value.field === 'string' && typeof value.message === 'string';
}
