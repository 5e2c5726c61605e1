export interface PageRow {
  readonly id: string;
  readonly timestamp: string;
  readonly status: string;
  readonly body: string;
}

/** The page's rows alone, without the total and without cursors: $1 id of the contract, $2 and $3 epoch ms, $4 limit. */
export const PAGE = {
  name: 'floor-page',
  text: `select id, timestamp, status, body::text from contract_result
          where contract = (select node from entity where id = $1) and timestamp between $2 and $3
          order by timestamp desc limit $4`,
};

/** What the bare server answers. */
export function pageText(rows: readonly PageRow[]): string {
  const texts = rows.map(
    ({ id, timestamp, status, body }) => `{"id":"${id}","timestamp":${timestamp},"status":"${status}","body":${body}}`,
  );
  return `{"data":[${texts.join()}]}`;
}
