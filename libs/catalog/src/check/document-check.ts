import { groupBy } from '@app/common';
import { isDeepStrictEqual } from 'node:util';
import { Database, query } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import { inTransaction, type Queryable } from '../query/queryable';
import { finishParts } from '../document/finish-parts';
import { labelKey, labelsIn, mapLabels, type TagLabel } from '../document/tag-label';
import type { StoredRow } from '../write/subtree/rewrite-documents';
import { countedEntities, nextBlock, type CheckBlock, type CheckStep } from './check-step';

/** Documents read per statement. */
const PAGE = 500;

/** A document with its correct content. */
interface RightDocument {
  readonly row: StoredRow;
  readonly labels: readonly TagLabel[];
  readonly isPartWrong: boolean;
  readonly isLabelWrong: boolean;
}

const STORED = `select node, type, fqn, body, details from entity where`;

const USED = {
  name: 'check-labels-used',
  text: `select node, tag_fqn as "tagFQN", source from tag_usage where node = any($1)`,
};

const THERE = {
  name: 'check-labels-there',
  text: `select w.fqn as "tagFQN", w.source from unnest($1::text[], $2::text[]) w(fqn, source)
          where exists (select 1 from entity e
            where e.type = case w.source when 'Glossary' then 'glossaryTerm' else 'tag' end
              and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn)`,
};

/** Checks what documents derive from other rows: FQNs of columns, and labels of existing tags and terms. */
@Injectable()
export class DocumentCheck implements CheckStep {
  readonly name = 'documents';

  constructor(private readonly database: Database) {}

  size(): Promise<number> {
    return countedEntities(this.database);
  }

  async block(after: string): Promise<CheckBlock> {
    const mended = { parts: 0, labels: 0 };
    const text = `${STORED} node > $1 order by node limit ${PAGE}`;
    const rows = await this.database.query<StoredRow>(text, [after || '0']);
    for (const { row } of (await rightDocuments(this.database, rows)).filter(isWrong)) {
      const right = await this.mend(row.node);
      if (right?.isPartWrong) mended.parts++;
      if (right?.isLabelWrong) mended.labels++;
    }
    return { compared: rows.length, mended, left: [], ...nextBlock(rows, PAGE) };
  }

  /** Repairs a document; returns what was repaired, or undefined if a concurrent write already did. */
  private async mend(node: string): Promise<RightDocument | undefined> {
    return this.database.transaction(async (tx) => {
      const rows = await query<StoredRow>(tx, `${STORED} node = $1 for no key update`, [node]);
      const [right] = (await rightDocuments(inTransaction(tx), rows)).filter(isWrong);
      if (!right) return undefined;
      const { row, labels } = right;
      const values = [node, JSON.stringify(row.body), JSON.stringify(row.details)];
      await query(tx, `update entity set body = $2, details = $3 where node = $1`, values);
      await query(tx, `delete from tag_usage where node = $1`, [node]);
      await query(
        tx,
        `insert into tag_usage (node, tag_fqn, source) select $1, * from unnest($2::text[], $3::text[])`,
        [node, labels.map(({ tagFQN }) => tagFQN), labels.map(({ source }) => source)],
      );
      return right;
    });
  }
}

const isWrong = ({ isPartWrong, isLabelWrong }: RightDocument): boolean => isPartWrong || isLabelWrong;

async function rightDocuments(db: Queryable, rows: readonly StoredRow[]): Promise<RightDocument[]> {
  const known = rows.filter(({ type }) => entityTypes.find(type));
  const borne = known.flatMap(labelsOf);
  const there = keysOf(
    await db.read<TagLabel>(THERE, [borne.map(({ tagFQN }) => tagFQN), borne.map(({ source }) => source)]),
  );
  const used = await db.read<TagLabel & { node: string }>(USED, [known.map(({ node }) => node)]);
  const usedBy = groupBy(used, ({ node }) => node);
  return known.map((row) => rightDocument(row, there, keysOf(usedBy.get(row.node) ?? [])));
}

/** A label whose tag is gone is removed, as when the tag is hard-deleted. */
function rightDocument(row: StoredRow, there: ReadonlySet<string>, used: ReadonlySet<string>): RightDocument {
  const entityType = entityTypes.get(row.type);
  const right = JSON.parse(JSON.stringify(row)) as StoredRow;
  for (const document of [right.body, right.details]) finishParts(entityType, document, row.fqn);
  const isPartWrong = !isDeepStrictEqual(right, row);
  const isDangling = labelsOf(right).some((label) => !there.has(labelKey(label)));
  if (isDangling) {
    for (const document of [right.body, right.details])
      mapLabels(entityType, document, (label) => (there.has(labelKey(label)) ? label : undefined));
  }
  const labels = labelsOf(right);
  return { row: right, labels, isPartWrong, isLabelWrong: isDangling || !isDeepStrictEqual(keysOf(labels), used) };
}

function labelsOf({ type, body, details }: StoredRow): TagLabel[] {
  return labelsIn(entityTypes.get(type), { ...details, ...body });
}

function keysOf(labels: readonly TagLabel[]): Set<string> {
  return new Set(labels.map(labelKey));
}
