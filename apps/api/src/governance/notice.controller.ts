import type { Actor } from '@app/common';
import { CONTRACT_NOTICE_TYPES, NOTICE_ROLES, NoticeList } from '@app/notices';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf } from '../http/described';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { component, instant, oneOf, text, uuid } from '../http/schemas';
import { CONSUMER } from './consumer.examples';
import { NoticeListQuery } from './notice.dto';
import { REFERENCE } from './policy.examples';

const NOTICE_SCHEMA = component('ContractNotice', {
  id: uuid,
  type: oneOf(CONTRACT_NOTICE_TYPES),
  timestamp: instant,
  contract: REFERENCE,
  role: oneOf(NOTICE_ROLES, 'The strongest role of the caller'),
  'proposal?': { type: 'string', format: 'uuid', description: 'The proposal that it is about' },
  'incident?': { type: 'string', format: 'uuid', description: 'The incident that it is about' },
  'objective?': { type: 'string', description: 'The name of the objective that it is about' },
  'daysLeft?': { type: 'integer', description: 'Of contractEnding: at most so many days are left' },
  'decision?': { type: 'string', description: 'The decision' },
  'comment?': { type: 'string', description: 'Comment of the decision' },
  'reason?': { type: 'string', description: 'The reason' },
  'since?': { ...instant, description: 'Of contractNotValidated: the first aborted run since the newest verdict' },
  'aborted?': { type: 'integer', description: 'Of contractNotValidated: aborted runs since the newest verdict' },
  text,
  link: text,
});

const NOTICE = {
  id: '9c8b7a6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
  type: 'contractFailed',
  timestamp: 1_764_300_000_000,
  contract: CONSUMER.contract,
  role: 'consumer',
  text: `The contract ${CONSUMER.contract.fullyQualifiedName} fails since 2025-11-28 03:20 UTC.`,
  link: `https://catalog.example.org/alert?contract=${CONSUMER.contract.id}`,
};

/** The inbox of the caller. */
@ApiTags('governance')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class NoticeController {
  constructor(private readonly notices: NoticeList) {}

  @Get('notices')
  @Access({ operation: 'ViewBasic', resource: 'dataContract' })
  @ApiOperation({
    operationId: 'listContractNotices',
    summary: 'List notices about contracts that concern the caller, newest first',
    description:
      'The caller is concerned as an owner, as a consumer, or as a follower of the contract, its asset or a domain of the asset. Each notice is listed once, with the strongest role, for as long as change events are stored.',
  })
  @Answer(200, 'The notices', pageOf(NOTICE_SCHEMA), { data: [NOTICE], paging: { total: 1 } })
  list(@CurrentActor() actor: Actor, @Query() query: NoticeListQuery): Promise<object> {
    return this.notices.of(actor, query);
  }
}
