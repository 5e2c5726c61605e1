/**
 * The text of one result, built by the database and never parsed by the service. The contract's FQN is not stored
 * with results because renames change it; it is passed as a parameter, as JSON text.
 *
 * @param row alias of contract_result
 * @param fqn the parameter, such as `$2`
 * @param details whether details, trigger, notEvaluated, contractVersion and attempts are included
 */
export function resultJson(row: string, fqn: string, details: boolean): string {
  const { head, rest } = resultParts(row, details);
  return `${head} || ${fqn}::text || ${rest}`;
}

/** The same without the FQN: the text before and after it. */
export function resultParts(row: string, details: boolean): { readonly head: string; readonly rest: string } {
  const members = details ? `(${row}.body || ${row}.details)` : `${row}.body`;
  return {
    head: `'{"id":"' || ${row}.id || '","dataContractFQN":'`,
    rest: `',"timestamp":' || ${row}.timestamp || ',"contractExecutionStatus":"' || ${row}.status || '"'
    || case when ${members} = '{}'::jsonb then '}' else ',' || substr(${members}::text, 2) end`,
  };
}
