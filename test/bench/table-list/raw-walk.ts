import { Client } from 'pg';
import type { Way } from './walk';

interface RawRow {
  readonly id: string;
  readonly name: string;
}

/** The floor: a keyset walk over the same rows by one prepared statement, as text, and nothing else. */
export class RawWalk {
  private readonly client: Client;
  private place: RawRow | undefined;
  private way: Way = 'after';

  private constructor(
    url: string,
    private readonly limit: number,
    private readonly withDetails: boolean,
  ) {
    this.client = new Client({ connectionString: url });
  }

  static async open(url: string, limit: number, withDetails: boolean): Promise<RawWalk> {
    const walk = new RawWalk(url, limit, withDetails);
    await walk.client.connect();
    return walk;
  }

  /** Goes on from the first row, or from beyond the last one. */
  turn(way: Way): void {
    this.way = way;
    this.place = way === 'after' ? undefined : this.place;
  }

  /** The time of the next page in ms. */
  async next(): Promise<number> {
    const [sign, order] = this.way === 'after' ? ['>', 'name, id'] : ['<', 'name desc, id desc'];
    const beyond = this.place ? `and (name, id) ${sign} ($2, $3)` : '';
    const columns = `id, name, body::text${this.withDetails ? ', details::text' : ''}`;
    const text = `select ${columns} from entity where type = 'table' and deleted_by is null ${beyond} order by ${order} limit $1`;
    const name = `raw-${this.way}-${this.place ? 'beyond' : 'first'}`;
    const values = this.place ? [this.limit, this.place.name, this.place.id] : [this.limit];
    const start = performance.now();
    const { rows } = await this.client.query<RawRow>({ name, text, values });
    const ms = performance.now() - start;
    this.place = rows.at(-1) ?? this.place;
    return ms;
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
