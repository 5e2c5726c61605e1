import { Database, query, violatedIndex, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SubtreeRenamer } from '../write/subtree/subtree-renamer';
import { rightPlace, type Place, type PlacedRow } from './right-place';

/** Rows checked per statement. */
const PAGE = 5_000;

const PLACED = `
  select e.node, e.id, e.type, e.name, e.fqn, e.root, e.deleted_by,
         p.fqn as parent_fqn, coalesce(p.root, p.node) as parent_root, p.deleted_by as parent_deleted_by
    from entity e left join entity p on p.node = e.parent`;

export interface PlaceReport {
  readonly entities: number;
  /** Rows whose FQN or topmost ancestor does not match their parent. */
  readonly misnamed: number;
  /** Rows hidden although nothing hides them, or live although an ancestor is deleted. */
  readonly mishidden: number;
  /** Faults that could not be repaired, with the reason. */
  readonly left: readonly string[];
}

/** Checks that the place of every entity is consistent with its parent: FQN, topmost ancestor, liveness. */
@Injectable()
export class PlaceCheck {
  constructor(
    private readonly database: Database,
    private readonly renamer: SubtreeRenamer,
  ) {}

  async check(): Promise<PlaceReport> {
    const report = { entities: 0, misnamed: 0, mishidden: 0, left: [] as string[] };
    for (let last = '0'; ;) {
      const rows = await this.database.query<PlacedRow>(`${PLACED} where e.node > $1 order by e.node limit ${PAGE}`, [
        last,
      ]);
      report.entities += rows.length;
      for (const row of rows.filter((one) => isWrong(one))) await this.mend(row.node, report);
      if (rows.length < PAGE) return report;
      last = rows.at(-1)?.node ?? last;
    }
  }

  /** Repairs an entity, then the descendants that are inconsistent as a result. */
  private async mend(
    node: string,
    report: { misnamed: number; mishidden: number; left: string[] },
    parentWas?: string,
  ): Promise<void> {
    let row: PlacedRow | undefined;
    try {
      row = await this.database.transaction((tx) => this.mendIn(tx, node, parentWas));
    } catch (error) {
      if (violatedIndex(error) === undefined) throw error;
      report.left.push(await this.taken(node, parentWas));
    }
    if (!row) return;
    const { fqn, root, deletedBy } = rightPlace(row, parentWas);
    if (fqn === undefined)
      report.left.push(`${row.type} ${row.fqn} (${row.id}): which column it speaks of is not known`);
    if (fqn !== row.fqn || root !== row.root) report.misnamed++;
    if (deletedBy !== row.deleted_by) report.mishidden++;
    const below = await this.database.query<PlacedRow>(`${PLACED} where e.parent = $1 order by e.node`, [node]);
    for (const child of below.filter((one) => isWrong(one, row.fqn))) await this.mend(child.node, report, row.fqn);
  }

  /**
   * The row before the repair, or undefined if a concurrent write was faster. Locks the parent first, in the same order as writers.
   */
  private async mendIn(tx: Transaction, node: string, parentWas?: string): Promise<PlacedRow | undefined> {
    await query(tx, `select 1 from entity where node = (select parent from entity where node = $1) for share`, [node]);
    await query(tx, `select 1 from entity where node = $1 for no key update`, [node]);
    const [row] = await query<PlacedRow>(tx, `${PLACED} where e.node = $1`, [node]);
    if (!row || !isWrong(row, parentWas)) return undefined;
    const { fqn = row.fqn, root, deletedBy } = rightPlace(row, parentWas);
    const text = `update entity set fqn = $2, root = $3, deleted_by = $4 where node = $1`;
    await query(tx, text, [node, fqn, root, deletedBy]);
    if (fqn !== row.fqn) await this.renamer.follow(tx, { ...row, fqn }, row.fqn);
    return row;
  }

  private async taken(node: string, parentWas?: string): Promise<string> {
    const [row] = await this.database.query<PlacedRow>(`${PLACED} where e.node = $1`, [node]);
    if (!row) return '';
    const { fqn } = rightPlace(row, parentWas);
    const why =
      fqn === row.fqn ? 'its email belongs to another user' : `it should be ${fqn}, which is the name of another one`;
    return `${row.type} ${row.fqn} (${row.id}): ${why}; rename one of them`;
  }
}

function isWrong(row: PlacedRow, parentWas?: string): boolean {
  const { fqn, root, deletedBy }: Place = rightPlace(row, parentWas);
  return fqn !== row.fqn || root !== row.root || deletedBy !== row.deleted_by;
}
