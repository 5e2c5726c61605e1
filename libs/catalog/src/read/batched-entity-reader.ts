import { Batcher, CacheMemory, RevalidatingCache, type Loaded, type Version } from '@app/common';
import { Database, type AskVersion, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { oncePerType, type EntityType } from '../definition/entity-type';
import { entityAnswer, type EntityAnswer } from './entity-answer';
import { EntityDocuments } from './entity-documents';
import type { EntityKey } from './entity.repository';
import { LIVENESS } from './query/question-sql';
import { entitySelect, isStamped, stampedRows, stampOf, type EntityRow } from './entity-row';
import { parseFields, type FieldSelection } from '../query/field-list';
import type { Include } from '../query/list-question';
import { statementName } from '../query/queryable';
import { READS_TOGETHER, StampReader, stampStatements, type StampStatements } from './stamp-reader';

/** Reads of one type by one key kind: everything that is constant across requests is built once. */
interface ReadKind {
  /** Distinguishes it from the other kinds. */
  readonly name: string;
  readonly entityType: EntityType;
  readonly by: 'id' | 'fqn';
  readonly selection: FieldSelection;
  readonly one: PreparedStatement;
  readonly many: PreparedStatement;
  /** Undefined if answers of the type follow from more rows than a stamp covers. */
  readonly stamps: StampStatements | undefined;
}

interface QueuedRead {
  readonly kind: ReadKind;
  readonly key: string;
}

/** A cached value: an answer, and the entity whose version says whether it is valid; undefined where there is none. */
interface Found {
  readonly answer: EntityAnswer;
  readonly node: string;
}

/** The result of a read: without a version if nothing was found, or if it follows from more rows than a stamp covers. */
type LoadedEntity = Loaded<Found | undefined>;

const NOTHING: LoadedEntity = { value: undefined, version: undefined, sight: 'all' };

/** Conditions for $1: one key, or an array of them. */
const CONDITIONS = {
  id: { one: 'e.id = $1', many: 'e.id = any(array(select unnest($1::uuid[])))' },
  fqn: {
    one: '(md5(e.fqn)::uuid) = md5($1)::uuid and e.fqn = $1',
    many: '(md5(e.fqn)::uuid) = any(array(select md5(f)::uuid from unnest($1::text[]) f)) and e.fqn = any($1::text[])',
  },
} as const;

/**
 * The most frequent read: one entity, by id or FQN, with the default fields. Reads issued in one iteration of the event loop share a
 * statement (docs/benchmarks.md: most of the time was spent there); a single read is sent alone.
 *
 * Answers are cached with the versions of the rows that they were made of. Each read asks the database for these versions, so none is
 * answered with what was before it; only the documents are not read, sent and put together again (ADR 156).
 */
@Injectable()
export class BatchedEntityReader {
  private readonly batches = new Batcher((reads: readonly QueuedRead[]) => this.load(reads), {
    ...READS_TOGETHER,
    kindOf: ({ kind }) => kind,
    keyOf: ({ key }) => key,
  });
  private readonly stamps: StampReader;
  private readonly cache: RevalidatingCache<Found | undefined>;

  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
    memory: CacheMemory,
  ) {
    this.stamps = new StampReader(database);
    this.cache = new RevalidatingCache(memory, { name: 'entities', sizeOf: (found) => found?.answer.json.length ?? 0 });
  }

  /** The entity, or undefined if it does not exist. @param ask see `EntityReader.get` */
  async read(
    entityType: EntityType,
    key: EntityKey,
    include: Include,
    ask?: AskVersion,
  ): Promise<EntityAnswer | undefined> {
    const read = this.readOf(entityType, key, include);
    const { stamps } = read.kind;
    if (!stamps) return (await this.batches.ask(read)).value?.answer;
    const found = await this.cache.get(placeOf(read), {
      version: (cached) => this.versionOf(stamps, cached, ask),
      load: () => this.batches.ask(read),
    });
    return found?.answer;
  }

  /** `read` of a live entity by its id, for a request that has just read its stamp. */
  async readStamped(entityType: EntityType, id: string, stamp: string | null): Promise<EntityAnswer | undefined> {
    const read = { kind: kindsOf(entityType).id['non-deleted'], key: id };
    const load = (): Promise<LoadedEntity> => this.batches.ask(read);
    const found = await (stamp === null
      ? load().then(({ value }) => value)
      : this.cache.get(placeOf(read), { version: stamp, load }));
    return found?.answer;
  }

  private versionOf(stamps: StampStatements, cached: Found | undefined, ask?: AskVersion): Version | Promise<Version> {
    if (!cached) return undefined;
    return ask?.({ sql: stamps.sql, key: cached.node }) ?? this.stamps.stampOf(stamps, cached.node);
  }

  private readOf(entityType: EntityType, key: EntityKey, include: Include): QueuedRead {
    // A UUID may be requested in either case; rows have it in lower case.
    return 'id' in key
      ? { kind: kindsOf(entityType).id[include], key: key.id.toLowerCase() }
      : { kind: kindsOf(entityType).fqn[include], key: key.fqn };
  }

  /** All reads are of the same kind. */
  private async load(reads: readonly QueuedRead[]): Promise<LoadedEntity[]> {
    const { entityType, selection, by, one, many } = (reads[0] as QueuedRead).kind;
    const keys = reads.map(({ key }) => key);
    const rows = await (keys.length === 1
      ? this.database.read<EntityRow>(one, keys)
      : this.database.read<EntityRow>(many, [keys]));
    const texts = rows.length ? await this.documents.render(this.database, rows, selection) : [];
    const found = new Map(rows.map((row, at) => [row[by], loadedOf(entityType, row, texts[at] as string)]));
    return reads.map(({ key }) => found.get(key) ?? NOTHING);
  }
}

function loadedOf({ side }: EntityType, row: EntityRow, json: string): LoadedEntity {
  const isOfMore = (side?.madeOf?.naming ?? []).some((name) => row[`s_${name}`] !== null);
  const value = { answer: entityAnswer({ row, json }), node: row.node };
  return { value, version: isOfMore ? undefined : row.stamp, sight: 'all' };
}

const placeOf = ({ kind, key }: QueuedRead): string => `${kind.name} ${key}`;

function makeKind(entityType: EntityType, by: 'id' | 'fqn', include: Include): ReadKind {
  const selection = parseFields(entityType, undefined, true);
  const stamped = isStamped(entityType);
  const select = entitySelect(entityType, false, { attributes: selection.attributes, stamped });
  const statement = (form: 'one' | 'many'): PreparedStatement => ({
    name: statementName('hot', entityType.type, by, include, form),
    text: `${select} where e.type = '${entityType.type}' and ${CONDITIONS[by][form]}${LIVENESS[include]}`,
  });
  const name = statementName(entityType.type, by, include);
  const stamps = stamped ? stampsOf(entityType) : undefined;
  return { name, entityType, by, selection, one: statement('one'), many: statement('many'), stamps };
}

/** The same for all kinds of a type, so that they share batches. */
const stampsOf = oncePerType((entityType) =>
  stampStatements('stamp', entityType.type, stampOf(entityType), stampedRows(entityType)),
);

const kindsOf = oncePerType((entityType) => {
  const kinds = (by: 'id' | 'fqn'): Readonly<Record<Include, ReadKind>> => ({
    all: makeKind(entityType, by, 'all'),
    deleted: makeKind(entityType, by, 'deleted'),
    'non-deleted': makeKind(entityType, by, 'non-deleted'),
  });
  return { id: kinds('id'), fqn: kinds('fqn') };
});
