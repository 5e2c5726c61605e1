import { setTimeout as delay } from 'node:timers/promises';
import type { SessionContext } from '../engine';
import { ApiError, type ErrorWords, refusalOf } from './api-error';
import { HttpExchange, type HttpQuestion, type HttpTarget } from './http-exchange';

/** One question: what is sent is JSON, or the fields of a form. */
export interface ApiQuestion {
  readonly method: HttpQuestion['method'];
  /** With the query. */
  readonly path: string;
  readonly body?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly authorization: string;
  /** For each try, in s. */
  readonly seconds: number;
}

/** Most bytes of one answer, which is a page: rows are counted across them. */
const PAGE_BYTES = 64 * 1024 * 1024;
/** The service took nothing of the question: it may be asked again. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const TRIES = 5;
const FIRST_WAIT_MS = 200;

/** Service that is spoken to by JSON over HTTP at one host. */
export class JsonApi {
  private readonly exchange: HttpExchange;

  /** @param wordOf the word of an error by its body */
  constructor(
    target: HttpTarget,
    context: SessionContext,
    private readonly errorOf: (body: unknown) => ErrorWords,
  ) {
    this.exchange = new HttpExchange(target, context);
  }

  /** @throws {ApiError}; {SourceError} `tooLarge`; otherwise as Node says it */
  async ask<Answer>({ method, path, body, form, authorization, seconds }: ApiQuestion): Promise<Answer> {
    const sent = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body);
    const headers = {
      authorization,
      accept: 'application/json',
      'user-agent': 'metadata-catalog',
      ...(sent !== undefined && {
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8',
      }),
    };
    for (let i = 1; ; i++) {
      const answer = await this.exchange.ask({
        ...{ method, path, headers, seconds, bytes: PAGE_BYTES },
        ...(sent !== undefined && { body: sent }),
      });
      if (answer.status === 200) return parsed(answer.body) as Answer;
      if (BUSY.has(answer.status) && i < TRIES) await delay(FIRST_WAIT_MS * 2 ** i);
      else throw refusalOf(answer.status, answer.body, this.errorOf);
    }
  }

  close(): void {
    this.exchange.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(200, '', 'The answer is none of the API: it is no JSON');
  }
}
