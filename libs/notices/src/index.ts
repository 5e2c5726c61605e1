export { NoticesModule } from './notices.module';
export { NoticesWorkerModule } from './notices-worker.module';
export { NoticeRound } from './notice-round';
export {
  CONTRACT_NOTICE_TYPES,
  type ContractNoticeType,
  NOT_JUDGED_HOURS,
  NOT_VALIDATED_DAYS,
  NOTICE_ROLES,
  type NoticeDetails,
  pageOf,
  type SentMembers,
} from './record/contract-notice';
export { NoticeList, type NoticeListRequest } from './record/notice-list';
export { purgeNotices } from './record/purge-notices';
export { type NewNotice, type NoticeAudience, recordNotices } from './record/record-notices';
