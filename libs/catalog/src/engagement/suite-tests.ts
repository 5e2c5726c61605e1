import { invalidFields, type Actor } from '@app/common';
import { Database, query } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import type { WriteAnswer } from '../write/write-answer';
import { EntityReader } from '../read/entity-reader';
import { WriteAccess } from '../write/access/write-access';
import { describeListChange } from '../document/change-description';
import type { WriteContext } from '../write/entity-draft';
import { EntityWriteRepository } from '../write/entity-write.repository';
import { ReferenceResolver } from '../write/references/reference-resolver';
import { writerKey } from '../write/writer-keys';

type SuiteDocument = Readonly<Record<string, unknown>> & { readonly basic?: boolean };

/**
 * The test cases of a logical suite, which is a choice of them. A user who may edit the tests of the suite adds and removes those that they
 * may see; the test cases themselves stay as they are, and the suite gets a new version.
 */
@Injectable()
export class SuiteTests {
  constructor(
    private readonly database: Database,
    private readonly store: EntityWriteRepository,
    private readonly reader: EntityReader,
    private readonly resolver: ReferenceResolver,
    private readonly access: WriteAccess,
  ) {}

  /** Returns the suite. All or none; test cases that are in it already are not a change. @throws {AppError} NOT_FOUND, FORBIDDEN, BAD_REQUEST */
  add(actor: Actor, suiteId: string, testCaseIds: readonly string[]): Promise<WriteAnswer> {
    return this.change(actor, suiteId, testCaseIds, 'add', (context) => this.reader.whole(context, suiteId));
  }

  /** Returns the test case. One that is not in the suite is not a change. @throws {AppError} NOT_FOUND, FORBIDDEN, BAD_REQUEST */
  remove(actor: Actor, suiteId: string, testCaseId: string): Promise<WriteAnswer> {
    return this.change(actor, suiteId, [testCaseId], 'remove', (context) =>
      this.reader.whole({ ...context, entityType: entityTypes.get('testCase') }, testCaseId),
    );
  }

  private change(
    actor: Actor,
    suiteId: string,
    testCaseIds: readonly string[],
    way: 'add' | 'remove',
    answer: (context: WriteContext) => Promise<WriteAnswer>,
  ): Promise<WriteAnswer> {
    const entityType = entityTypes.get('testSuite');
    return this.database.queuedTransaction(
      [writerKey(entityType.type, { id: suiteId })],
      async (tx) => {
        const context = { tx, actor, entityType };
        const locked = await this.access.open(context, { id: suiteId }, { oneOf: ['EditTests', 'EditAll'] });
        const before = JSON.parse((await this.reader.whole(context, suiteId)).json) as SuiteDocument;
        requireLogical(before);
        const tests = await this.resolver.references(tx, actor, 'testCaseIds', ['testCase'], [...new Set(testCaseIds)]);
        const nodes = tests.map(({ node }) => node);
        const rows = await query<{ node: string }>(tx, way === 'add' ? ADD : REMOVE, [nodes, locked.node]);
        const changed = new Set(rows.map(({ node }) => node));
        if (changed.size) {
          await this.store.keepVersions(tx, [{ locked, document: { ...before } }]);
          const moved = tests.filter(({ node }) => changed.has(node));
          await this.store.mark(tx, locked, actor.name, describeListChange('tests', way, moved, locked));
        }
        return answer(context);
      },
      actor.origin,
    );
  }
}

// In the order of the key, so that two writers never wait for each other in a circle. A test case shows the suite of its table first.
const ADD = `
  insert into entity_reference (from_node, relation, to_node, position)
  select n, 'testSuites', $2::bigint, 1 from unnest($1::bigint[]) n order by n
  on conflict do nothing returning from_node::text as node`;

const REMOVE = `
  delete from entity_reference where from_node = any($1::bigint[]) and relation = 'testSuites' and to_node = $2
  returning from_node::text as node`;

/** @throws {AppError} BAD_REQUEST */
function requireLogical({ basic }: SuiteDocument): void {
  if (!basic) return;
  const message = 'is the suite of a table, which has the test cases of that table and no others; name a logical suite';
  throw invalidFields([{ field: 'testSuiteId', message }]);
}
