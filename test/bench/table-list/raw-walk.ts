import { Client } from 'pg';
import { Asker, requestBytes } from '../load/asker';
import { rawPage, type RawPage, type RawRow } from './raw-page';
import type { Way } from './walk';

/** In ms: by the bare server, and by its statement alone. */
export interface RawTimes {
  readonly server: number;
  readonly statement: number;
}

/** The floors: a keyset walk over the same rows by a bare server, and by its statement without any HTTP. */
export class RawWalk {
  private readonly client: Client;
  private server!: Asker;
  private place: RawRow | undefined;
  private way: Way = 'after';

  private constructor(
    url: string,
    private readonly limit: number,
    private readonly withDetails: boolean,
  ) {
    this.client = new Client({ connectionString: url });
  }

  static async open(url: string, serverPort: number, limit: number, withDetails: boolean): Promise<RawWalk> {
    const walk = new RawWalk(url, limit, withDetails);
    await walk.client.connect();
    walk.server = await Asker.open(serverPort);
    return walk;
  }

  /** Goes on from the first row, or from beyond the last one. */
  turn(way: Way): void {
    this.way = way;
    this.place = way === 'after' ? undefined : this.place;
  }

  /** The times of the next page. */
  async next(): Promise<RawTimes> {
    const { limit, way, withDetails, place } = this;
    const page: RawPage = { limit, way, withDetails, ...(place && { place: { name: place.name, id: place.id } }) };
    const start = performance.now();
    const { rows } = await this.client.query<RawRow>(rawPage(page));
    const statement = performance.now() - start;
    this.place = rows.at(-1) ?? place;
    const { ms, status } = await this.server.ask(
      requestBytes('GET', `/${encodeURIComponent(JSON.stringify(page))}`, {}),
    );
    if (status !== 200) throw new Error(`the floor answered ${status}`);
    return { server: ms, statement };
  }

  async close(): Promise<void> {
    this.server.close();
    await this.client.end();
  }
}
