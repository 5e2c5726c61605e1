import { LAST_INSTANT } from '@app/common';
import { CONTRACT_NOTICE_TYPES, type ContractNoticeType, type NoticeListRequest } from '@app/governance';
import { ChoiceProperty, IntegerProperty, UuidProperty } from '../http/input';
import { RowsQuery } from './policy.dto';

/**
 * Which notices of the caller are listed: all that is given has to hold. Both ends of the time are included.
 */
export class NoticeListQuery extends RowsQuery implements NoticeListRequest {
  @ChoiceProperty({ of: CONTRACT_NOTICE_TYPES, description: 'Only those of this type.' })
  type?: ContractNoticeType;

  @UuidProperty({ description: 'Only those of the contract of this id.' })
  contract?: string;

  @IntegerProperty({ description: 'Those that happened from then on, in epoch ms.', min: 0, max: LAST_INSTANT })
  startTs?: number;

  @IntegerProperty({ description: 'Those that happened up to then, in epoch ms.', min: 0, max: LAST_INSTANT })
  endTs?: number;
}
