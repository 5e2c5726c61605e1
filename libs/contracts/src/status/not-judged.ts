import { isInForce } from './validity';

/** In SQL: the timestamp of the newest result of a contract that says whether it is met; null where there is none. */
export const newestVerdict = (contract: string): string => `
  (select max(v.at) from (values ('Success'), ('PartialSuccess'), ('Failed')) verdict (status) cross join lateral (
     select r.timestamp as at from contract_result r where r.contract = ${contract}.node and r.status = verdict.status
      order by r.timestamp desc limit 1) v)`;

/** In SQL: a contract is in force, and its newest result that has ended says nothing of it. */
export const isNotJudged = (contract: string): string =>
  `(${contract}.live and ${contract}.ended_status = 'Aborted' and ${isInForce(contract)})`;

const IS_SILENT = (contract: string, verdict: string): string =>
  `r.contract = ${contract}.node and r.status = 'Aborted' and r.timestamp > coalesce(${verdict}, -1)`;

/** In SQL: the timestamp of the first aborted run after the newest verdict, of a contract that is not judged; else null. */
export const notJudgedSince = (contract: string): string => `
  case when ${isNotJudged(contract)} then
    (select min(r.timestamp) from contract_result r where ${IS_SILENT(contract, newestVerdict(contract))}) end`;

/**
 * In SQL, lateral, of a contract that is not judged: `verdict_at`, the newest verdict (null: none); `since`, the first aborted run after it, and
 * `aborted`, how many there are; `reason` of the newest of them (null: none is known). Steps in an index, however many results there are.
 */
export const silenceOf = (contract: string): string => `
  (select v.verdict_at, a.since, a.aborted, (
     select r.details #>> '{details,reason}' from contract_result r
      where r.contract = ${contract}.node and r.status = 'Aborted' order by r.timestamp desc limit 1) as reason
     from (select ${newestVerdict(contract)} as verdict_at) v cross join lateral (
       select min(r.timestamp) as since, count(*)::integer as aborted from contract_result r
        where ${IS_SILENT(contract, 'v.verdict_at')}) a)`;

/** So many runs have to be aborted before people are notified. */
const LEAST_ABORTED = 2;

/** In SQL: people are to be notified of a contract that is not judged, whose `silence` (of `silenceOf`) began at that time or before. */
export const isSilent = (contract: string, silence: string, before: string): string =>
  `${isNotJudged(contract)} and ${silence}.aborted >= ${LEAST_ABORTED} and ${silence}.since <= ${before}`;
