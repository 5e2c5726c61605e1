import type { IncomingMessage, ServerResponse } from 'node:http';
import { entityTypes, type EntityAnswer, type EntityKey, type EntityReader, type EntityType } from '@app/catalog';
import { isTracing, isUuid, type Actor } from '@app/common';
import type { Settings } from '@app/config';
import type { OthersServed } from '@app/lineage';
import { all as addressesOf, compile } from '@fastify/proxy-addr';
import type { RequestAuthorizer } from '../http/access/request-authorizer';
import type { RequestLog } from '../http/lifecycle/request-log';
import type { Shutdown } from '../http/lifecycle/shutdown';
import type { Concealment } from '../http/outgoing/hide-references';
import { JSON_TYPE } from '../http/parsing/media-type';
import { JSON_CONTENT } from '../http/representation/answer';
import { isNotModified } from '../http/representation/etag';
import { answerType } from '../http/representation/yaml/answer-type';
import type { FirstLook } from '../http/server/edge-adapter';
import { requestId } from '../http/server/request-id';
import { SMALL_ANSWER } from '../http/server/unread-answers';
import { tagOf } from './entity-answer';

const PREFIX = '/api/v1/';
const BY_NAME = 'name/';
/** Names that stand in a path as they are. */
const PLAIN_NAME = /^[\w.~-]{1,2000}$/;

/** What the uniform routes of a type have in common. */
interface KeptType {
  readonly entityType: EntityType;
  readonly vary: string;
  /** Patterns of the routes, for the log and the metrics. */
  readonly byId: string;
  readonly byName: string;
}

interface KeptRead {
  readonly type: KeptType;
  readonly route: string;
  readonly key: EntityKey;
  readonly actor: Actor;
  readonly startedAt: number;
}

export interface KeptReadsParts {
  readonly reader: Pick<EntityReader, 'kept'>;
  readonly authorizer: Pick<RequestAuthorizer, 'recall'>;
  readonly concealment: Pick<Concealment, 'mayHide'>;
  readonly log: Pick<RequestLog, 'record'>;
  readonly others: Pick<OthersServed, 'begin' | 'end'>;
  readonly shutdown: Pick<Shutdown, 'signal'>;
}

type KeptReadsSettings = Pick<
  Settings,
  'compatibility' | 'corsOrigins' | 'rateLimitPerAddress' | 'rateLimitPerPrincipal' | 'trustedProxies'
>;

/**
 * Reads of one entity whose text is kept, answered before the framework looks at them: a GET by id or by name, without a query, of a
 * caller who is known and from whom nothing is hidden. They are the most frequent requests by far, and most of what such a read
 * takes is the framework.
 *
 * An answer is the one that the framework would give, header for header. Whatever is out of the ordinary goes the general way, and so
 * does what turns out to have changed: nothing is refused here.
 */
export class KeptReads {
  private readonly types = new Map<string, KeptType>();
  private readonly addressOf: (request: IncomingMessage) => string | undefined;

  /** @returns undefined where settings have the framework do more with each request */
  static firstLook(parts: KeptReadsParts, settings: KeptReadsSettings): FirstLook | undefined {
    const { compatibility, corsOrigins, rateLimitPerAddress, rateLimitPerPrincipal } = settings;
    const isMore =
      compatibility !== 'none' || corsOrigins.length > 0 || rateLimitPerAddress + rateLimitPerPrincipal > 0;
    if (isMore || isTracing()) return undefined;
    const reads = new KeptReads(parts, settings);
    return (request, response, general) => reads.take(request, response, general);
  }

  private constructor(
    private readonly parts: KeptReadsParts,
    { trustedProxies }: KeptReadsSettings,
  ) {
    for (const entityType of entityTypes.all())
      if (!isSealed(entityType)) this.types.set(entityType.collection, keptType(entityType));
    const trusts = trustedProxies.length > 0 ? compile([...trustedProxies]) : undefined;
    this.addressOf = trusts ? (request) => addressesOf(request, trusts).at(-1) : ({ socket }) => socket.remoteAddress;
  }

  /** @param general has the framework handle the request */
  private take(request: IncomingMessage, response: ServerResponse, general: () => void): void {
    const { reader, others } = this.parts;
    const read = this.readOf(request, response);
    let kept: Promise<EntityAnswer | undefined> | undefined;
    try {
      kept = read && reader.kept(read.actor, read.type.entityType, read.key);
    } catch {
      // The general way refuses it.
    }
    if (!read || !kept) return general();
    others.begin();
    response.on('close', () => others.end());
    kept.then((answer) => {
      if (!answer || answer.json.length > SMALL_ANSWER || this.parts.shutdown.signal.aborted) general();
      else this.send(request, response, read, answer);
    }, general);
  }

  private readOf(request: IncomingMessage, response: ServerResponse): KeptRead | undefined {
    const { method, url = '', headers } = request;
    // A response without a socket waits behind another one of the same connection.
    if (method !== 'GET' || !response.socket || !url.startsWith(PREFIX)) return undefined;
    const end = url.indexOf('/', PREFIX.length);
    const type = this.types.get(url.slice(PREFIX.length, end));
    const key = type && keyIn(url.slice(end + 1));
    if (!type || !key || !isPlain(headers)) return undefined;
    const startedAt = performance.now();
    const actor = this.parts.authorizer.recall(request);
    if (!actor || this.parts.concealment.mayHide(actor)) return undefined;
    return { type, key, actor, startedAt, route: 'id' in key ? type.byId : type.byName };
  }

  private send(request: IncomingMessage, response: ServerResponse, read: KeptRead, answer: EntityAnswer): void {
    const { type, route, actor, startedAt } = read;
    const id = requestId(request.headers['x-request-id']);
    const etag = tagOf(answer);
    const has = isNotModified(request.headers['if-none-match'], etag);
    const status = has ? 304 : 200;
    const head = ['x-request-id', id, 'x-content-type-options', 'nosniff', 'etag', etag];
    if (!has) head.push('content-type', JSON_CONTENT);
    head.push('vary', type.vary);
    if (!has) head.push('content-length', String(Buffer.byteLength(answer.json)));
    response.writeHead(status, head);
    response.end(has ? undefined : answer.json, () =>
      this.parts.log.record({
        method: 'GET',
        route,
        status,
        ms: performance.now() - startedAt,
        requestId: id,
        actor: actor.name,
        address: this.addressOf(request),
      }),
    );
  }
}

function keptType(entityType: EntityType): KeptType {
  const { collection, yaml } = entityType;
  return {
    entityType,
    vary: yaml ? 'X-Compatibility, Accept' : 'X-Compatibility',
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
