import { isObject } from '@app/common';

/** Answer of an API that is no result: thrown, and explained by the engine. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The word of the API for it; empty where it says none. */
    readonly word: string,
    message: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** Word and text of an error, as far as a body has them. */
export interface ErrorWords {
  readonly word?: unknown;
  readonly message?: unknown;
}

/** Error that an answer is. @param errorOf reads a body of the API */
export function refusalOf(status: number, text: string, errorOf: (body: unknown) => ErrorWords): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new ApiError(status, '', `The answer is none of the API: status ${status}`);
  }
  const { word, message } = errorOf(isObject(body) ? body : {});
  const isText = typeof message === 'string' && message !== '';
  return new ApiError(status, typeof word === 'string' ? word : '', isText ? message : `status ${status}`);
}
