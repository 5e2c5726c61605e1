import { invalidFields, type Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { columnAt, type ColumnTree, platformOf } from '@app/datatypes';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import { joinFqn } from '../fqn';
import { serviceTypeOf } from '../read/entity-row';
import type { EntityDocument } from '../definition/entity-document';
import type { EntityBehaviour } from '../write/entity-behaviour';
import type { EntityDraft, Target } from '../write/entity-draft';
import { EntityWriteRepository } from '../write/entity-write.repository';
import { ReferenceResolver } from '../write/references/reference-resolver';
import { SubtreeRemover } from '../write/subtree/subtree-remover';
import { BASIC_SUITE } from './test-suite.behaviour';

interface TestedTable {
  readonly columns: readonly ColumnTree[];
  readonly serviceType: string | null;
}

const TESTED_TABLE = `
  select coalesce(t.details -> 'columns', '[]') as columns, ${serviceTypeOf('v')} as "serviceType"
    from entity t join entity v on v.node = t.root where t.node = $1`;

/** A test case tests a table or one of its columns, and belongs to the table's suite. */
@Injectable()
export class TestCaseBehaviour implements EntityBehaviour {
  constructor(
    private readonly store: EntityWriteRepository,
    private readonly resolver: ReferenceResolver,
    private readonly remover: SubtreeRemover,
  ) {}

  async prepare(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    const table = draft.parent as Target;
    // A test of a column that has since been removed from the table remains editable.
    if (previous?.entityLink !== draft.link?.text) await this.requireColumn(tx, table, draft.link?.text ?? '');
    if (previous) return requireSameTable(table, previous);
    const suite = await this.suiteOf(tx, actor, table);
    draft.relations.set('testSuite', [suite]);
    draft.relations.set('testSuites', [suite]);
  }

  private async requireColumn(tx: Transaction, table: Target, link: string): Promise<void> {
    const between = entityTypes.get('testCase').parents[0]?.link?.parse(link)?.between ?? [];
    if (!between.length) return;
    const [row] = await query<TestedTable>(tx, TESTED_TABLE, [table.node]);
    const { columns = [], serviceType } = row ?? {};
    if (columnAt(columns, between, platformOf(serviceType ?? undefined).names.columns).found) return;
    const known = columns.slice(0, 50).map(({ name }) => name);
    const message = `the table ${table.fullyQualifiedName} has no column ${joinFqn(undefined, ...between)}; it has ${known.join(', ')}`;
    throw invalidFields([{ field: 'entityLink', message }]);
  }

  /** The suite of the table, created with its first test case. */
  private async suiteOf(tx: Transaction, actor: Actor, table: Target): Promise<Target> {
    const found = await this.findSuite(tx, actor, table);
    if (found) return found;
    // Serialises concurrent first test cases of a table, so that only one creates the suite.
    await query(tx, `select pg_advisory_xact_lock(hashtextextended('testSuite', $1::bigint))`, [table.node]);
    const meanwhile = await this.findSuite(tx, actor, table);
    if (meanwhile) return meanwhile;
    const fqn = joinFqn(table.fullyQualifiedName, BASIC_SUITE);
    const draft: EntityDraft = {
      entityType: entityTypes.get('testSuite'),
      node: '',
      id: '',
      name: BASIC_SUITE,
      fqn,
      parent: table,
      parents: new Map(),
      attributes: {},
      relations: new Map(),
      options: {},
    };
    await this.store.insert({ tx, actor, entityType: draft.entityType }, [draft]);
    return this.resolver.named(tx, 'testSuite', fqn);
  }

  /** A soft-deleted suite is restored by the first test case that needs it. */
  private async findSuite(tx: Transaction, actor: Actor, table: Target): Promise<Target | undefined> {
    const fqn = joinFqn(table.fullyQualifiedName, BASIC_SUITE);
    const suiteType = entityTypes.get('testSuite');
    const locked = await this.store.lock(tx, suiteType, { fqn });
    if (!locked) return undefined;
    if (locked.deleted_by !== null) await this.remover.revive({ tx, actor, entityType: suiteType }, locked);
    return this.resolver.named(tx, 'testSuite', fqn);
  }
}

function requireSameTable(table: Target, previous: EntityDocument): void {
  const fqn = String(previous.entityLink).slice('<#E::table::'.length, -1).split('::columns::')[0];
  if (fqn === table.fullyQualifiedName) return;
  const message = `a test case stays with its table ${fqn}; make a new one for ${table.fullyQualifiedName}`;
  throw invalidFields([{ field: 'entityLink', message }]);
}
