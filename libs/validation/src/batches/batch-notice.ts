/** Channel of batches of which something changed; the payload is the batch's id. The trigger on results speaks there, too. */
export const BATCH_CHANNEL = 'validation_batch';

/** SQL that tells of a batch; the argument is an expression of type uuid. */
export const batchNoticeSql = (id: string) => `pg_notify('${BATCH_CHANNEL}', ${id}::text)`;
