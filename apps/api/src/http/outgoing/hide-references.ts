import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Actor } from '@app/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../parsing/media-type';
import { retag } from '../representation/etag';

/** Answers what callers may view. Implemented by `Visibility` of @app/catalog. */
export interface Sights {
  /** Whether anything may be hidden from the actor. */
  isRestricted(actor: Actor): boolean;
}

/** Removes what a caller may not see. Implemented by `HiddenReferences` of @app/catalog, `HiddenVerdicts` of @app/results. */
export interface Stripping {
  /** An answer as JSON text, without what is hidden. */
  stripAnswer(actor: Actor, answer: string): Promise<string>;
}

/** Removes values of columns. Implemented by `HiddenValues` of @app/quality. */
interface Masking extends Stripping {
  /** Whether any value may be hidden from the actor. */
  mayHideFrom(actor: Actor): boolean;
  /** Whether an answer has to be looked at. */
  concerns(actor: Actor, answer: string | Buffer): boolean;
}

export interface Concealment extends Sights, Stripping {
  readonly values: Masking;
}

/** One after the other. */
export function inTurn(sights: Sights, parts: readonly Stripping[], values: Masking): Concealment {
  return {
    values,
    isRestricted: (actor) => sights.isRestricted(actor),
    stripAnswer: async (actor, answer) => {
      let shown = answer;
      for (const part of [...parts, values]) shown = await part.stripAnswer(actor, shown);
      return shown;
    },
  };
}

type Answered = (error: Error | null, payload?: unknown) => void;

/**
 * Every JSON response passes here: references to entities that are hidden from the caller are removed, and values of hidden columns. Responses
 * to callers from whom nothing can be hidden, and those that have neither, pass unchanged and synchronously.
 */
export function hideReferences(fastify: FastifyInstance, concealment: Concealment): void {
  fastify.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Answered) => {
    const { actor } = request;
    if (!actor || !payload || !isJson(reply) || !concerns(request, actor, payload, concealment))
      return done(null, payload);
    strip(actor, reply, payload, concealment).then((shown) => done(null, shown), done);
  });
}

function concerns(request: FastifyRequest, actor: Actor, payload: unknown, concealment: Concealment): boolean {
  const { values } = concealment;
  if (concealment.isRestricted(actor)) return true;
  if (!values.mayHideFrom(actor)) return false;
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
  return isWhole ? values.concerns(actor, payload) : TELLS_VALUES.test(request.url);
}

/** Lists that are sent in pieces, of results or with members that have values. */
const TELLS_VALUES = /\/(dataContracts|dataQuality|dataRuns|columns)\b|\bfields=/;

async function strip(actor: Actor, reply: FastifyReply, payload: unknown, concealment: Concealment): Promise<string> {
  const answer = await textOf(payload);
  const shown = await concealment.stripAnswer(actor, answer);
  if (shown === answer) return answer;
  reply.removeHeader('content-length');
  retag(reply, shown);
  return shown;
}

/** Whether what is about to be sent is JSON. */
export const isJson = (reply: FastifyReply): boolean => String(reply.getHeader('content-type')).startsWith(JSON_TYPE);

/** The text that is about to be sent. A list that is sent in pieces is read to its end first: it is a page. */
export function textOf(payload: unknown): string | Promise<string> {
  if (typeof payload === 'string') return payload;
  return Buffer.isBuffer(payload) ? payload.toString() : text(payload as Readable);
}
