import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { AppError } from '@app/common';
import { errorBody, errorHeaders } from './error-body';
import { requestId } from '../server/request-id';

/** The errors of Node's parser, by their code; anything else is a malformed request. */
const PARSER_FAULTS: Readonly<Record<string, () => AppError>> = {
  HPE_HEADER_OVERFLOW: () => new AppError('HEADERS_TOO_LARGE', 'The head of the request is larger than 256 KiB'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new AppError('PAYLOAD_TOO_LARGE', 'The chunk extensions are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time'),
};

/** The property in which Node stores the answer that is being written. */
interface AnsweringSocket extends Socket {
  readonly _httpMessage?: object | null;
}

/** The raw response to bytes that are not a valid HTTP request. */
export function clientErrorAnswer(code: string | undefined): string {
  const id = requestId(undefined);
  const error = PARSER_FAULTS[code ?? '']?.() ?? new AppError('BAD_REQUEST', 'This is not a valid HTTP request');
  const body = errorBody(error, id);
  const text = JSON.stringify(body);
  const headers = {
    ...errorHeaders(error, id),
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${body.code} ${STATUS_CODES[body.code]}`, ...lines, '', text].join('\r\n');
}

/** Answers in the one error body what never became a request, and ends the connection. */
export function answerClientError(error: Error & { readonly code?: string }, socket: AnsweringSocket): void {
  // This must not be written into another response in progress.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage) {
    socket.destroy(error);
    return;
  }
  socket.end(clientErrorAnswer(error.code), () => socket.destroy());
}
