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

/** The same of a result that is stored in this transaction: it need not be read back. `body` is JSON text. */
export function storedResultJson(
  { id, timestamp, status, body }: { id: string; timestamp: number; status: string; body: string },
  fqn: string,
): string {
  const head = `{"id":"${id}","dataContractFQN":${JSON.stringify(fqn)},"timestamp":${timestamp}`;
  return `${head},"contractExecutionStatus":"${status}"${body === '{}' ? '}' : `,${body.slice(1)}`}`;
}
