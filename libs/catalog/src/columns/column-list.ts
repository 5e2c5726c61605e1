import { badRequest, KeysetPages, notFound, type Actor } from '@app/common';
import { Database, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import type { EntityKey } from '../read/entity.repository';
import { LIVENESS } from '../read/query/question-sql';
import type { Include } from '../query/list-question';
import { statementName } from '../query/queryable';
import { Visibility } from '../visibility/visibility';

/** Column members that can be requested. All except `profile` are stored in the column and always returned. */
const FIELDS = ['tags', 'profile', 'customMetrics', 'extension'];

/** A page of a table's columns: by offset, or by the cursor of another page. */
export interface ColumnListRequest {
  readonly limit: number;
  readonly offset?: number;
  readonly before?: string;
  readonly after?: string;
  readonly fields?: string;
  readonly include: Include;
}

interface ColumnsRow {
  readonly id: string;
  readonly total: number;
  /** JSON text */
  readonly columns: string;
}

/** The columns of one table in order; a table may have thousands. */
@Injectable()
export class ColumnList {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  /** `{"data": […], "paging": {…}}` as JSON text. @throws {AppError} NOT_FOUND, FORBIDDEN, BAD_REQUEST */
  async list(actor: Actor, key: EntityKey, request: ColumnListRequest): Promise<string> {
    const withProfile = readFields(request.fields);
    this.visibility.condition(actor, entityTypes.get('table'));
    const scope = JSON.stringify(['columns', ...Object.values(key), request.include]);
    if (request.offset !== undefined && (request.before ?? request.after) !== undefined)
      throw badRequest('offset, before and after cannot be given together; send one of them');
    const page = this.pages.open(scope, request);
    const window = page.window(request.limit, request.offset);
    const [by, value] = 'id' in key ? (['id', key.id] as const) : (['fqn', key.fqn] as const);
    const values = [value, window.from, Math.max(0, window.to - window.from)];
    const [row] = await this.database.read<ColumnsRow>(statement(by, request.include, withProfile), values);
    if (!row) throw notFound('table', value);
    await this.visibility.requireVisible(this.database, actor, entityTypes.get('table'), row, value);
    const paging = {
      total: row.total,
      offset: window.from,
      limit: request.limit,
      ...page.windowNeighbours(window, row.total),
    };
    return `{"data":${row.columns},"paging":${JSON.stringify(paging)}}`;
  }
}

/** @throws {AppError} BAD_REQUEST `Invalid field name <x>` */
function readFields(fields = ''): boolean {
  const names = fields.split(',').map((name) => name.trim());
  const unknown = names.find((name) => name !== '' && name !== '*' && !FIELDS.includes(name));
  if (unknown !== undefined) {
    const message = `allowed for the columns of a table: ${FIELDS.join(', ')}, *`;
    throw badRequest(`Invalid field name ${unknown}`, [{ field: 'fields', message }]);
  }
  return names.includes('profile') || names.includes('*');
}

/** A column's profile is the one that came with the table's newest profile that has column profiles. */
const WITH_PROFILE = `c.value || coalesce((
  select jsonb_build_object('profile', p.body) from column_profile p
   where p.asset = e.node and p.profile = newest.profile
     and p.column_key = md5(substr(c.value ->> 'fullyQualifiedName', length(e.fqn) + 2))::uuid limit 1), '{}')`;
const NEWEST = `left join lateral (select max(profile) as profile from column_profile where asset = e.node) newest on true`;

const CONDITIONS = { id: 'e.id = $1', fqn: '(md5(e.fqn)::uuid) = md5($1)::uuid and e.fqn = $1' } as const;

function statement(by: 'id' | 'fqn', include: Include, withProfile: boolean): PreparedStatement {
  return {
    name: statementName('columns', by, include, withProfile ? 'profile' : ''),
    text: `
      select e.id, jsonb_array_length(coalesce(e.details -> 'columns', '[]')) as total,
             (select coalesce(json_agg(${withProfile ? WITH_PROFILE : 'c.value'} order by c.place), '[]')::text
                from (select value, place from jsonb_array_elements(e.details -> 'columns') with ordinality x(value, place)
                       order by place offset $2 limit $3) c) as columns
        from entity e ${withProfile ? NEWEST : ''} where e.type = 'table' and ${CONDITIONS[by]}${LIVENESS[include]}`,
  };
}
