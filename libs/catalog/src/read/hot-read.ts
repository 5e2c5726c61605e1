import { Database } from '@app/database';
import type { PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { EntityDocuments } from './entity-documents';
import type { ReadEntity } from './entity-documents';
import { LIVENESS } from './entity.repository';
import type { EntityKey } from './entity.repository';
import { entitySelect } from './entity-row';
import type { EntityRow } from './entity-row';
import { parseFields } from './field-list';
import type { FieldSelection } from './field-list';
import { HotReadBatches } from './hot-read-batches';
import type { Include } from './query/include';
import { statementName } from './query/statement-name';

/** Reads of one type by one sort of key: all that stays the same from request to request is made once. */
interface HotKind {
  readonly name: string;
  readonly entityType: EntityType;
  readonly by: 'id' | 'fqn';
  readonly selection: FieldSelection;
  readonly one: PreparedStatement;
  readonly many: PreparedStatement;
}

/** Conditions for $1: one key, or an array of them. */
const CONDITIONS = {
  id: { one: 'e.id = $1', many: 'e.id = any(array(select unnest($1::uuid[])))' },
  fqn: {
    one: '(md5(e.fqn)::uuid) = md5($1)::uuid and e.fqn = $1',
    many: '(md5(e.fqn)::uuid) = any(array(select md5(f)::uuid from unnest($1::text[]) f)) and e.fqn = any($1::text[])',
  },
} as const;

/**
 * The read that is asked most: one entity, by id or FQN, with the fields that come unasked. The reads of one turn of the
 * event loop share a statement (docs/benchmarks.md: that is where most of the time went); one alone goes alone.
 */
@Injectable()
export class HotRead {
  private readonly batches = new HotReadBatches<HotKind, ReadEntity>((kind, keys) => this.load(kind, keys));
  /** null: the type shows attributes in a single read that need a statement of their own. */
  private readonly kinds = new Map<EntityType, Map<string, HotKind | null>>();

  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
  ) {}

  /** The entity, or undefined where there is none; null where such a read is not one of the hot kind. */
  read(entityType: EntityType, key: EntityKey, include: Include): Promise<ReadEntity | undefined> | null {
    const kind = this.kindOf(entityType, 'id' in key ? 'id' : 'fqn', include);
    return kind && this.batches.ask(kind, 'id' in key ? key.id : key.fqn);
  }

  private kindOf(entityType: EntityType, by: 'id' | 'fqn', include: Include): HotKind | null {
    let ofType = this.kinds.get(entityType);
    if (!ofType) this.kinds.set(entityType, (ofType = new Map()));
    const name = `${by}-${include}`;
    let kind = ofType.get(name);
    if (kind === undefined) ofType.set(name, (kind = makeKind(entityType, by, include)));
    return kind;
  }

  private async load(kind: HotKind, keys: readonly string[]): Promise<ReadonlyMap<string, ReadEntity>> {
    const { entityType, selection, by, one, many } = kind;
    const rows = await (keys.length === 1
      ? this.database.read<EntityRow>(one, keys)
      : this.database.read<EntityRow>(many, [keys]));
    const texts = rows.length ? await this.documents.render(this.database, entityType, rows, selection) : [];
    const found = new Map(rows.map((row, at) => [row[by], { row, json: texts[at] as string }]));
    // A UUID may be asked for in either case; the row has it in lower case.
    return by === 'fqn' ? found : new Map(keys.flatMap((key) => entryOf(found, key, key.toLowerCase())));
  }
}

function entryOf(found: ReadonlyMap<string, ReadEntity>, key: string, id: string): [string, ReadEntity][] {
  const entity = found.get(id);
  return entity ? [[key, entity]] : [];
}

function makeKind(entityType: EntityType, by: 'id' | 'fqn', include: Include): HotKind | null {
  const selection = parseFields(entityType, undefined, true);
  if (selection.attributes.length > 0) return null;
  const statement = (form: 'one' | 'many'): PreparedStatement => ({
    name: statementName('hot', entityType.type, by, include, form),
    text: `${entitySelect(entityType, false)} where e.type = '${entityType.type}' and ${CONDITIONS[by][form]}${LIVENESS[include]}`,
  });
  const name = statementName(entityType.type, by, include);
  return { name, entityType, by, selection, one: statement('one'), many: statement('many') };
}
