/** Notification channel for batch changes; the payload is the batch id. The trigger on results also notifies it. */
export const BATCH_CHANNEL = 'validation_batch';

/** SQL that notifies of a batch change; the argument is an expression of type uuid. */
export const batchNoticeSql = (id: string) => `pg_notify('${BATCH_CHANNEL}', ${id}::text)`;
