import { EntityFinder, entityTypes, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';

/** How many test cases of a suite there are by their newest results; the total has those without a result, too. */
export interface TestSummary {
  readonly success: number;
  readonly failed: number;
  readonly aborted: number;
  readonly queued: number;
  readonly total: number;
}

/** Sums up the results of the test cases of suites. */
@Injectable()
export class TestSummaries {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityFinder,
    private readonly visibility: Visibility,
  ) {}

  /**
   * The summary of the test cases that the actor may see. @param suiteId of a suite of a table, or of a logical one @throws {AppError}
   * NOT_FOUND, FORBIDDEN
   */
  async ofSuite(actor: Actor, suiteId: string): Promise<TestSummary> {
    const { node } = await this.entities.findFor(actor, 'ViewBasic', 'testSuite', { id: suiteId });
    const visible = this.visibility.condition(actor, entityTypes.get('testCase'));
    const statement = {
      name: `test-summary${visible ? '-seen' : ''}`,
      text: visible ? `${SUMMARY} and ${visible.sql('$2')}` : SUMMARY,
    };
    const values = [node, ...(visible ? [visible.value] : [])];
    const [row] = await this.database.read<TestSummary>(statement, values);
    return row!;
  }
}

const counted = (status: string): string =>
  `(count(*) filter (where n.status = '${status}'))::int as ${status.toLowerCase()}`;

const SUMMARY = `
  select ${['Success', 'Failed', 'Aborted', 'Queued'].map(counted).join(', ')}, count(*)::int as total
    from entity_reference t
    join entity e on e.node = t.from_node and e.deleted_by is null
    left join lateral (select r.status from test_case_result r where r.test_case = e.node order by r.timestamp desc limit 1) n on true
   where t.to_node = $1 and t.relation = 'testSuites'`;
