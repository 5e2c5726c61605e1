/**
 * The text of one result as interface 2.2 has it, built by the database: nothing is parsed on its way through. The
 * contract's FQN is no part of a stored result, since it changes by renames; it comes as a parameter, as JSON text.
 *
 * @param row alias of contract_result
 * @param fqn the parameter, such as `$2`
 * @param details whether details, trigger, notEvaluated, contractVersion and attempts are in it
 */
export function resultJson(row: string, fqn: string, details: boolean): string {
  const { head, rest } = resultParts(row, details);
  return `${head} || ${fqn}::text || ${rest}`;
}

/** The same without the FQN: what comes before it, and what behind it. */
export function resultParts(row: string, details: boolean): { readonly head: string; readonly rest: string } {
  const members = details ? `(${row}.body || ${row}.details)` : `${row}.body`;
  return {
    head: `'{"id":"' || ${row}.id || '","dataContractFQN":'`,
    rest: `',"timestamp":' || ${row}.timestamp || ',"contractExecutionStatus":"' || ${row}.status || '"'
    || case when ${members} = '{}'::jsonb then '}' else ',' || substr(${members}::text, 2) end`,
  };
}
