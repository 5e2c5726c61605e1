import { CONTRACT_NOTICE_TYPES, type ContractNoticeType, type NoticeListRequest } from '@app/notices';
import { ChoiceProperty, EpochProperty, RowsQuery, UuidProperty } from '../http/input';

/**
 * Which notices of the caller are listed: all given conditions must match. Both ends of the time are included.
 */
export class NoticeListQuery extends RowsQuery implements NoticeListRequest {
  @ChoiceProperty({ of: CONTRACT_NOTICE_TYPES, description: 'Only those of this type.' })
  type?: ContractNoticeType;

  @UuidProperty({ description: 'Only those of the contract of this id.' })
  contract?: string;

  @EpochProperty('Those that happened from then on, in epoch ms.')
  startTs?: number;

  @EpochProperty('Those that happened up to then, in epoch ms.')
  endTs?: number;
}
