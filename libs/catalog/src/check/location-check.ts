import { Database, query, violatedIndex, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SubtreeRenamer } from '../write/subtree/subtree-renamer';
import { countedEntities, nextBlock, type CheckBlock, type CheckStep } from './check-step';
import { rightLocation, type Location, type LocatedRow } from './right-location';

/** Rows checked per statement. */
const PAGE = 5_000;

const PLACED = `
  select e.node, e.id, e.type, e.name, e.fqn, e.root, e.deleted_by,
         p.fqn as parent_fqn, coalesce(p.root, p.node) as parent_root, p.deleted_by as parent_deleted_by
    from entity e left join entity p on p.node = e.parent`;

interface LocationReport {
  /** Rows whose FQN or topmost ancestor does not match their parent. */
  misnamed: number;
  /** Rows hidden although nothing hides them, or live although an ancestor is deleted. */
  mishidden: number;
  readonly left: string[];
}

/** Checks that FQN, topmost ancestor and liveness of every entity are consistent with its parent. */
@Injectable()
export class LocationCheck implements CheckStep {
  readonly name = 'places';

  constructor(
    private readonly database: Database,
    private readonly renamer: SubtreeRenamer,
  ) {}

  size(): Promise<number> {
    return countedEntities(this.database);
  }

  async block(after: string): Promise<CheckBlock> {
    const report: LocationReport = { misnamed: 0, mishidden: 0, left: [] };
    const text = `${PLACED} where e.node > $1 order by e.node limit ${PAGE}`;
    const rows = await this.database.query<LocatedRow>(text, [after || '0']);
    for (const row of rows.filter((one) => isWrong(one))) await this.mend(row.node, report);
    const { left, ...mended } = report;
    return { compared: rows.length, mended, left, ...nextBlock(rows, PAGE) };
  }

  /** Repairs an entity, then the descendants that are inconsistent as a result. */
  private async mend(node: string, report: LocationReport, parentWas?: string): Promise<void> {
    let row: LocatedRow | undefined;
    try {
      row = await this.database.transaction((tx) => this.mendIn(tx, node, parentWas));
    } catch (error) {
      if (violatedIndex(error) === undefined) throw error;
      report.left.push(await this.taken(node, parentWas));
    }
    if (!row) return;
    const { fqn, root, deletedBy } = rightLocation(row, parentWas);
    if (fqn === undefined)
      report.left.push(`${row.type} ${row.fqn} (${row.id}): which column it speaks of is not known`);
    if (fqn !== row.fqn || root !== row.root) report.misnamed++;
    if (deletedBy !== row.deleted_by) report.mishidden++;
    const below = await this.database.query<LocatedRow>(`${PLACED} where e.parent = $1 order by e.node`, [node]);
    for (const child of below.filter((one) => isWrong(one, row.fqn))) await this.mend(child.node, report, row.fqn);
  }

  /**
   * The row before the repair, or undefined if a concurrent write was faster. Locks the parent first, in the same order as writers.
   */
  private async mendIn(tx: Transaction, node: string, parentWas?: string): Promise<LocatedRow | undefined> {
    await query(tx, `select 1 from entity where node = (select parent from entity where node = $1) for share`, [node]);
    await query(tx, `select 1 from entity where node = $1 for no key update`, [node]);
    const [row] = await query<LocatedRow>(tx, `${PLACED} where e.node = $1`, [node]);
    if (!row || !isWrong(row, parentWas)) return undefined;
    const { fqn = row.fqn, root, deletedBy } = rightLocation(row, parentWas);
    const text = `update entity set fqn = $2, root = $3, deleted_by = $4 where node = $1`;
    await query(tx, text, [node, fqn, root, deletedBy]);
    if (fqn !== row.fqn) await this.renamer.follow(tx, { ...row, fqn }, row.fqn);
    return row;
  }

  private async taken(node: string, parentWas?: string): Promise<string> {
    const [row] = await this.database.query<LocatedRow>(`${PLACED} where e.node = $1`, [node]);
    if (!row) return '';
    const { fqn } = rightLocation(row, parentWas);
    const why =
      fqn === row.fqn ? 'its email belongs to another user' : `it should be ${fqn}, which is the name of another one`;
    return `${row.type} ${row.fqn} (${row.id}): ${why}; rename one of them`;
  }
}

function isWrong(row: LocatedRow, parentWas?: string): boolean {
  const { fqn, root, deletedBy }: Location = rightLocation(row, parentWas);
  return fqn !== row.fqn || root !== row.root || deletedBy !== row.deleted_by;
}
