/**
 * SQL of a result in an answer: its body; details, trigger, requestedBy, notEvaluated, contractVersion and attempts as well; the same with the first
 * items of each list, and how many the lists of reasons lack; or only which one it is, and its status.
 */
export type ResultParts = 'body' | 'details' | 'reasons' | 'status';

/** Items that lists have in `reasons`. */
const FIRST_ITEMS = 50;

/** The bytes of a result as it is stored, compressed: known without reading it. */
export const storedBytes = (row: string): string => `(pg_column_size(${row}.body) + pg_column_size(${row}.details))`;

/** Stored size from which on texts of results are built in slots: they have hundreds of kilobytes. */
export const MOST_STORED = 32 * 1024;

/**
 * The text of one result, built by the database and never parsed by the service. The contract's FQN is not stored
 * with results because renames change it; it is passed as a parameter, as JSON text.
 *
 * @param row alias of contract_result
 * @param fqn the parameter, such as `$2`
 */
export function resultJson(row: string, fqn: string, parts: ResultParts): string {
  const { head, rest } = resultTexts(row, parts);
  return `${head} || ${fqn}::text || ${rest}`;
}

/** The same without the FQN: the text before and after it. */
export function resultTexts(row: string, parts: ResultParts): { readonly head: string; readonly rest: string } {
  const members = MEMBERS[parts](row);
  return {
    head: `'{"id":"' || ${row}.id || '","dataContractFQN":'`,
    rest: `',"timestamp":' || ${row}.timestamp || ',"contractExecutionStatus":"' || ${row}.status || '"'
    || case when ${members} = '{}'::jsonb then '}' else ',' || substr(${members}::text, 2) end`,
  };
}

const MEMBERS: Readonly<Record<ResultParts, (row: string) => string>> = {
  body: (row) => `${row}.body`,
  details: (row) => `(${row}.body || ${row}.details)`,
  reasons: (row) =>
    `(${eachOf(`${row}.body`, dimension)} || ${row}.details || ${detailsOf(row)} || ${omittedOf(`${row}.details`)})`,
  status: () => `'{}'::jsonb`,
};

/** An object whose members are made of those of another one. */
const eachOf = (object: string, made: (value: string) => string): string =>
  `(select coalesce(jsonb_object_agg(m.key, ${made('m.value')}), '{}') from jsonb_each(${object}) m)`;

const cut = (value: string): string =>
  `case jsonb_typeof(${value}) when 'array' then jsonb_path_query_array(${value}, '$[0 to ${FIRST_ITEMS - 1}]') else ${value} end`;

/** SQL of one dimension of a result: a list, or an object with lists. */
const dimension = (value: string): string =>
  `case jsonb_typeof(${value}) when 'object' then
     (select coalesce(jsonb_object_agg(n.key, ${cut('n.value')}), '{}') from jsonb_each(${value}) n) else ${cut(value)} end`;

const detailsOf = (row: string): string =>
  `case when ${row}.details ? 'details' then jsonb_build_object('details', ${eachOf(`${row}.details -> 'details'`, dimension)}) else '{}' end`;

/** How many reasons are left out, by dimension. */
const omittedOf = (details: string): string =>
  `(select jsonb_build_object('omitted', coalesce(jsonb_object_agg(m.key, jsonb_array_length(m.value) - ${FIRST_ITEMS}), '{}'))
      from jsonb_each(${details} -> 'details') m
     where case when jsonb_typeof(m.value) = 'array' then jsonb_array_length(m.value) > ${FIRST_ITEMS} end)`;

/** The same with the part `body` of a result that is at hand and need not be read. `body` is JSON text. */
export function storedResultJson(
  { id, timestamp, status, body }: { id: string; timestamp: number; status: string; body: string },
  fqn: string,
): string {
  const head = `{"id":"${id}","dataContractFQN":${JSON.stringify(fqn)},"timestamp":${timestamp}`;
  return `${head},"contractExecutionStatus":"${status}"${body === '{}' ? '}' : `,${body.slice(1)}`}`;
}
