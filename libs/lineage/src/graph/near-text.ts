import { columnPlaces } from '../traversal/asset-columns';
import { lastSeenAt } from '../edges/edge-reader';

/** Stands in the text of an edge for those of its details that the client named. No JSON has this character: it would be escaped. */
export const DETAILS_PLACE = '\u0001';

const jsonOf = (value: string): string => `to_json(${value})::text`;
/** A member with a comma before it, where the value is not null. */
const member = (name: string, json: string): string => `coalesce(',"${name}":' || ${json}, '')`;

/** Text of the reference to an entity `e`, as `referenceJson` has it; null where there is none. */
export const referenceText = (e: string): string => `
      '{"id":"' || ${e}.id || '","type":"' || ${e}.type || '","name":' || ${jsonOf(`${e}.name`)}
        || ',"fullyQualifiedName":' || ${jsonOf(`${e}.fqn`)}
        || ${member('displayName', jsonOf(`(${e}.body ->> 'displayName')`))}
        || case when ${e}.deleted_by is null then ',"deleted":false}' else ',"deleted":true}' end`;

/** The column mappings of the edges `wanted`, if both columns still exist, as text of the items of a list. */
export const mappingTexts = (): string => `
      , mapping as materialized (
        select m.*
          from lineage_edge_columns(array(select from_node from wanted), array(select to_node from wanted),
                                    array[${columnPlaces()
                                      .map((path) => `'${path}'`)
                                      .join()}]) m
         where (select exists (select from wanted w join lineage_column_edge c on c.from_node = w.from_node and c.to_node = w.to_node))
      )`;

/** Text of an edge `w` from `f` to `t`, with the pipeline `p` and the mappings `m`: as `graphEdge` makes it. */
export const edgeText = (w: string): string => `
      '{"fromEntity":"' || f.id || '","toEntity":"' || t.id || '"' || ${member('description', jsonOf(`${w}.description`))}
        || ',"lineageDetails":{' || coalesce('"sqlQuery":' || ${jsonOf(`${w}.sql_query`)} || ',', '')
        || '"columnsLineage":[' || coalesce(m.columns, '') || ']' || ${member('pipeline', 'p.reference')}
        || case when ${w}.details = '{}' then ',' else ',${DETAILS_PLACE}' end
        || '"source":"' || ${w}.source || '","createdAt":' || ${w}.created_at || ',"createdBy":' || ${jsonOf(`${w}.created_by`)}
        || ',"updatedAt":' || ${w}.updated_at || ',"updatedBy":' || ${jsonOf(`${w}.updated_by`)}
        || ${member('lastSeenAt', lastSeenAt(w))} || '}}'`;
