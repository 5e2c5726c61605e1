import type { PreparedStatement } from '@app/database';
import type { Way } from './walk';

export interface RawRow {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly details?: string;
}

export interface RawPage {
  readonly limit: number;
  readonly way: Way;
  readonly withDetails: boolean;
  /** The row beyond which the page begins; absent for the first page. */
  readonly place?: { readonly name: string; readonly id: string };
}

/** The barest page of a list: one index scan by keyset, stored texts as they are. */
export function rawPage({ limit, way, withDetails, place }: RawPage): PreparedStatement & { values: unknown[] } {
  const [sign, order] = way === 'after' ? ['>', 'name, id'] : ['<', 'name desc, id desc'];
  const beyond = place ? `and (name, id) ${sign} ($2, $3)` : '';
  const columns = `id, name, body::text${withDetails ? ', details::text' : ''}`;
  return {
    name: `raw-${way}-${withDetails ? 'details' : 'body'}-${place ? 'beyond' : 'first'}`,
    text: `select ${columns} from entity where type = 'table' and deleted_by is null ${beyond} order by ${order} limit $1`,
    values: place ? [limit, place.name, place.id] : [limit],
  };
}
