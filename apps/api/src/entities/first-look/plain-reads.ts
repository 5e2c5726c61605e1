import type { IncomingMessage, ServerResponse } from 'node:http';
import { entityTypes, type EntityKey, type EntityReader, type EntityType, type ListRequest } from '@app/catalog';
import { isTracing, isUuid } from '@app/common';
import type { Settings } from '@app/config';
import type { OthersServed } from '@app/lineage';
import { all as addressesOf, compile } from '@fastify/proxy-addr';
import type { RecalledCaller, RequestAuthorizer } from '../../http/access/request-authorizer';
import type { RequestLog } from '../../http/lifecycle/request-log';
import type { Shutdown } from '../../http/lifecycle/shutdown';
import type { Sights } from '../../http/outgoing/hide-references';
import { JSON_TYPE } from '../../http/parsing/media-type';
import { JSON_CONTENT } from '../../http/representation/answer';
import { isNotModified } from '../../http/representation/etag';
import { answerType } from '../../http/representation/yaml/answer-type';
import type { FirstLook } from '../../http/server/edge-adapter';
import { requestId } from '../../http/server/request-id';
import type { UnreadAnswers } from '../../http/server/unread-answers';
import { tagOf } from '../entity-answer';
import { plainListIn } from './list-url';

const PREFIX = '/api/v1/';
const BY_NAME = 'name/';
const VARY = 'X-Compatibility';
/** A collection, and what stands behind it. */
const COLLECTION = /^(\w+)(?:([/?])(.*))?$/;
/** Names that stand in a path as they are. */
const PLAIN_NAME = /^[\w.~-]{1,2000}$/;

/** What the uniform routes of a type have in common. */
interface PlainType {
  readonly entityType: EntityType;
  readonly vary: string;
  /** Patterns of the routes, for the log and the metrics. */
  readonly list: string;
  readonly byId: string;
  readonly byName: string;
}

/** What is asked for: an entity, or a page of a list. */
type Asked =
  | { readonly type: PlainType; readonly route: string; readonly key: EntityKey }
  | { readonly type: PlainType; readonly route: string; readonly list: ListRequest };

interface PlainRead {
  readonly asked: Asked;
  readonly caller: RecalledCaller;
  readonly startedAt: number;
}

/** What is sent: of an entity with its tag, of which a caller may have the text already. */
interface Answer {
  readonly body: string | Buffer;
  readonly etag?: string;
}

export interface PlainReadsParts {
  readonly reader: Pick<EntityReader, 'cached' | 'list'>;
  readonly authorizer: Pick<RequestAuthorizer, 'recall'>;
  readonly sights: Sights;
  readonly log: Pick<RequestLog, 'record'>;
  readonly unread: Pick<UnreadAnswers, 'watch'>;
  readonly others: Pick<OthersServed, 'begin' | 'end'>;
  readonly shutdown: Pick<Shutdown, 'signal'>;
}

type PlainReadsSettings = Pick<
  Settings,
  'compatibility' | 'corsOrigins' | 'rateLimitPerAddress' | 'rateLimitPerPrincipal' | 'trustedProxies'
>;

/**
 * Reads that are answered before the framework looks at them, of a caller who was there before and from whom nothing is hidden: a GET of one
 * entity by id or by name, without a query, whose text is cached, and a page of a list without filters. They are the most frequent
 * requests by far, and much of what such a read takes is the framework.
 *
 * An answer is the one that the framework would give, header for header. Whatever is out of the ordinary falls back to the framework, and so
 * does what turns out to have changed or to be refused: nothing is refused here.
 */
export class PlainReads {
  private readonly types = new Map<string, PlainType>();
  private readonly addressOf: (request: IncomingMessage) => string | undefined;

  /** @returns undefined where settings have the framework do more with each request */
  static firstLook(parts: PlainReadsParts, settings: PlainReadsSettings): FirstLook | undefined {
    const { compatibility, corsOrigins, rateLimitPerAddress, rateLimitPerPrincipal } = settings;
    const isMore =
      compatibility !== 'none' || corsOrigins.length > 0 || rateLimitPerAddress + rateLimitPerPrincipal > 0;
    if (isMore || isTracing()) return undefined;
    const reads = new PlainReads(parts, settings);
    return (request, response, general) => reads.take(request, response, general);
  }

  private constructor(
    private readonly parts: PlainReadsParts,
    { trustedProxies }: PlainReadsSettings,
  ) {
    for (const entityType of entityTypes.all())
      if (!isSealed(entityType)) this.types.set(entityType.collection, plainType(entityType));
    const trusts = trustedProxies.length > 0 ? compile([...trustedProxies]) : undefined;
    this.addressOf = trusts ? (request) => addressesOf(request, trusts).at(-1) : ({ socket }) => socket.remoteAddress;
  }

  /** @param general has the framework handle the request */
  private take(request: IncomingMessage, response: ServerResponse, general: () => void): void {
    const { others } = this.parts;
    const read = this.readOf(request, response);
    let answered: Promise<Answer | undefined> | undefined;
    try {
      answered = read && this.answerTo(read);
    } catch {
      // The general way refuses it.
    }
    if (!read || !answered) return general();
    others.begin();
    response.on('close', () => others.end());
    // The database is asked for the rights of the caller at the same time as for what is read.
    Promise.all([answered, read.caller.isCurrent()]).then(([answer, isCurrent]) => {
      if (!answer || !isCurrent || this.parts.shutdown.signal.aborted) general();
      else this.send(request, response, read, answer);
    }, general);
  }

  private readOf(request: IncomingMessage, response: ServerResponse): PlainRead | undefined {
    const { method, url = '', headers } = request;
    // A response without a socket waits behind another one of the same connection.
    if (method !== 'GET' || !response.socket || !url.startsWith(PREFIX)) return undefined;
    const asked = this.askedIn(url.slice(PREFIX.length));
    if (!asked || !isPlain(headers)) return undefined;
    const startedAt = performance.now();
    const caller = this.parts.authorizer.recall(request);
    if (!caller || this.parts.sights.sightOf(caller.actor) !== 'all') return undefined;
    return { asked, caller, startedAt };
  }

  private askedIn(rest: string): Asked | undefined {
    const [, collection = '', sign, more = ''] = COLLECTION.exec(rest) ?? [];
    const type = this.types.get(collection);
    if (!type) return undefined;
    if (sign === '/') {
      const key = keyIn(more);
      return key && { type, key, route: 'id' in key ? type.byId : type.byName };
    }
    const list = sign === '?' && more === '' ? undefined : plainListIn(more);
    return list && { type, list, route: type.list };
  }

  /** @throws {AppError} as its promise does, which is undefined where there is no answer */
  private answerTo({ asked, caller: { actor } }: PlainRead): Promise<Answer | undefined> | undefined {
    const { reader } = this.parts;
    const { entityType } = asked.type;
    if ('list' in asked) return reader.list(actor, entityType, asked.list).then((body) => ({ body }));
    const cached = reader.cached(actor, entityType, asked.key);
    return cached?.then((answer) => answer && { body: answer.json, etag: tagOf(answer) });
  }

  private send(
    request: IncomingMessage,
    response: ServerResponse,
    { asked, caller: { actor }, startedAt }: PlainRead,
    { body, etag }: Answer,
  ): void {
    const id = requestId(request.headers['x-request-id']);
    const has = etag !== undefined && isNotModified(request.headers['if-none-match'], etag);
    const status = has ? 304 : 200;
    const head = ['x-request-id', id, 'x-content-type-options', 'nosniff'];
    if (etag !== undefined) head.push('etag', etag);
    if (!has) head.push('content-type', JSON_CONTENT);
    head.push('vary', asked.type.vary);
    if (!has) head.push('content-length', String(Buffer.byteLength(body)));
    response.writeHead(status, head);
    response.end(has ? undefined : this.parts.unread.watch(response, body), () =>
      this.parts.log.record({
        method: 'GET',
        route: asked.route,
        status,
        ms: performance.now() - startedAt,
        requestId: id,
        actor: actor.name,
        address: this.addressOf(request),
      }),
    );
  }
}

function plainType(entityType: EntityType): PlainType {
  const { collection, yaml } = entityType;
  return {
    entityType,
    vary: yaml ? `${VARY}, Accept` : VARY,
    list: `${PREFIX}${collection}`,
    byId: `${PREFIX}${collection}/:id`,
    byName: `${PREFIX}${collection}/${BY_NAME}:fqn`,
  };
}

/** Whether some callers are shown more than what is kept. */
const isSealed = ({ attributes }: EntityType): boolean => Object.values(attributes).some(({ sealed }) => sealed);

function keyIn(rest: string): EntityKey | undefined {
  const fqn = rest.startsWith(BY_NAME) ? rest.slice(BY_NAME.length) : undefined;
  if (fqn !== undefined) return PLAIN_NAME.test(fqn) ? { fqn } : undefined;
  return isUuid(rest) ? { id: rest } : undefined;
}

/** Without a body, and asking for nothing but JSON. */
function isPlain(headers: IncomingMessage['headers']): boolean {
  return (
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['content-type'] === undefined &&
    headers['x-compatibility'] === undefined &&
    answerType(headers.accept) === JSON_TYPE
  );
}
