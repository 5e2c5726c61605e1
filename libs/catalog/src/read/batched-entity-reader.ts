import { Batcher } from '@app/common';
import { Database, isOfAValue, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { EntityDocuments, type ReadEntity } from './entity-documents';
import { LIVENESS, type EntityKey } from './entity.repository';
import { entitySelect, type EntityRow } from './entity-row';
import { parseFields, type FieldSelection } from './field-list';
import type { Include } from './query/list-question';
import { statementName } from './queryable';

/** Reads of one type by one key kind: everything that is constant across requests is built once. */
interface HotKind {
  readonly entityType: EntityType;
  readonly by: 'id' | 'fqn';
  readonly selection: FieldSelection;
  readonly one: PreparedStatement;
  readonly many: PreparedStatement;
}

interface HotRead {
  readonly kind: HotKind;
  readonly key: string;
}

/**
 * At most four concurrent statements: more would queue in the pool. Larger batches would delay the first caller until the last is
 * read. A value that the database rejects fails only its own callers.
 */
export const READS_TOGETHER = { most: 64, atOnce: 4, isOnes: isOfAValue };

/** Conditions for $1: one key, or an array of them. */
const CONDITIONS = {
  id: { one: 'e.id = $1', many: 'e.id = any(array(select unnest($1::uuid[])))' },
  fqn: {
    one: '(md5(e.fqn)::uuid) = md5($1)::uuid and e.fqn = $1',
    many: '(md5(e.fqn)::uuid) = any(array(select md5(f)::uuid from unnest($1::text[]) f)) and e.fqn = any($1::text[])',
  },
} as const;

/**
 * The most frequent read: one entity, by id or FQN, with the default fields. Reads issued in one turn of the event loop share a
 * statement (docs/benchmarks.md: most of the time was spent there); a single read is sent alone.
 */
@Injectable()
export class BatchedEntityReader {
  private readonly batches = new Batcher((reads: readonly HotRead[]) => this.load(reads), {
    ...READS_TOGETHER,
    kindOf: ({ kind }) => kind,
    keyOf: ({ key }) => key,
  });
  private readonly kinds = new Map<EntityType, Map<string, HotKind>>();

  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
  ) {}

  /** The entity, or undefined if it does not exist. */
  read(entityType: EntityType, key: EntityKey, include: Include): Promise<ReadEntity | undefined> {
    const kind = this.kindOf(entityType, 'id' in key ? 'id' : 'fqn', include);
    return this.batches.ask({ kind, key: 'id' in key ? key.id : key.fqn });
  }

  private kindOf(entityType: EntityType, by: 'id' | 'fqn', include: Include): HotKind {
    let ofType = this.kinds.get(entityType);
    if (!ofType) this.kinds.set(entityType, (ofType = new Map()));
    const name = `${by}-${include}`;
    let kind = ofType.get(name);
    if (kind === undefined) ofType.set(name, (kind = makeKind(entityType, by, include)));
    return kind;
  }

  /** All reads are of the same kind. */
  private async load(reads: readonly HotRead[]): Promise<(ReadEntity | undefined)[]> {
    const { entityType, selection, by, one, many } = (reads[0] as HotRead).kind;
    const keys = reads.map(({ key }) => key);
    const rows = await (keys.length === 1
      ? this.database.read<EntityRow>(one, keys)
      : this.database.read<EntityRow>(many, [keys]));
    const texts = rows.length ? await this.documents.render(this.database, entityType, rows, selection) : [];
    const found = new Map(rows.map((row, at) => [row[by], { row, json: texts[at] as string }]));
    // A UUID may be requested in either case; rows have it in lower case.
    return keys.map((key) => found.get(by === 'fqn' ? key : key.toLowerCase()));
  }
}

function makeKind(entityType: EntityType, by: 'id' | 'fqn', include: Include): HotKind {
  const selection = parseFields(entityType, undefined, true);
  const select = entitySelect(entityType, false, { attributes: selection.attributes });
  const statement = (form: 'one' | 'many'): PreparedStatement => ({
    name: statementName('hot', entityType.type, by, include, form),
    text: `${select} where e.type = '${entityType.type}' and ${CONDITIONS[by][form]}${LIVENESS[include]}`,
  });
  return { entityType, by, selection, one: statement('one'), many: statement('many') };
}
