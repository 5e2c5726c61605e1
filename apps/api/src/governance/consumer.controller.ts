import type { Actor } from '@app/common';
import { ConsumerService, ConsumerSuggestions, type ContractConsumer, type SuggestedConsumer } from '@app/governance';
import { Body, Controller, Delete, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { RowsQuery, UuidParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { ConsumerListQuery, ContractConsumerDto } from './consumer.dto';
import { CONSUMER, CONSUMER_SCHEMA, SENT_CONSUMER, SUGGESTED_SCHEMA, SUGGESTION } from './consumer.examples';

const View = Access({ operation: 'ViewBasic', resource: 'dataContract' });

/** Declarations of who relies on which contract. */
@ApiTags('governance')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ConsumerController {
  constructor(
    private readonly consumers: ConsumerService,
    private readonly suggestions: ConsumerSuggestions,
  ) {}

  @Get('consumers')
  @View
  @ApiOperation({ operationId: 'listConsumers', summary: 'List who relies on which contract, by name' })
  @Answer(200, 'The consumers', pageOf(CONSUMER_SCHEMA), { data: [CONSUMER], paging: { total: 1 } })
  list(@CurrentActor() actor: Actor, @Query() query: ConsumerListQuery): Promise<object> {
    return this.consumers.list(actor, query);
  }

  @Get(':id/consumers')
  @View
  @ApiOperation({
    operationId: 'listContractConsumers',
    summary: 'List who relies on a contract, by name',
    description: 'Declarations past their `until` are listed with `expired: true`, and count for nothing.',
  })
  @Answer(200, 'The consumers', pageOf(CONSUMER_SCHEMA), { data: [CONSUMER], paging: { total: 1 } })
  ofContract(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: RowsQuery): Promise<object> {
    return this.consumers.ofContract(actor, id, query);
  }

  @Put(':id/consumers')
  @View
  @ApiOperation({
    operationId: 'putContractConsumer',
    summary: 'Declare that somebody relies on a contract',
    description:
      'Whoever may view the contract declares itself and its teams; for others it takes EditAll on the contract. The same party again changes what it declared.',
  })
  @Takes(ContractConsumerDto, SENT_CONSUMER)
  @Answer(200, 'Changed', CONSUMER_SCHEMA, CONSUMER)
  @Answer(201, 'New', CONSUMER_SCHEMA, CONSUMER)
  async put(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: ContractConsumerDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { consumer, isNew } = await this.consumers.put(actor, id, body);
    sendJson(reply, JSON.stringify(consumer), { status: isNew ? 201 : 200 });
  }

  @Get(':id/consumers/suggestions')
  @View
  @ApiOperation({
    operationId: 'suggestContractConsumers',
    summary: 'List who seems to rely on a contract and has not said so',
    description:
      'Owners of assets within two hops downstream, and users of queries that use the asset; those with most evidence first, at most 100.',
  })
  @Answer(200, 'Who seems to', SUGGESTED_SCHEMA, { data: [SUGGESTION] })
  suggest(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
  ): Promise<{ readonly data: readonly SuggestedConsumer[] }> {
    return this.suggestions.of(actor, id);
  }

  @Get(':id/consumers/:consumerId')
  @View
  @ApiOperation({ operationId: 'getContractConsumer', summary: 'Read what somebody declared to rely on' })
  @Answer(200, 'The consumer', CONSUMER_SCHEMA, CONSUMER)
  get(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('consumerId') consumer: string,
  ): Promise<ContractConsumer> {
    return this.consumers.get(actor, id, consumer);
  }

  @Delete(':id/consumers/:consumerId')
  @View
  @ApiOperation({
    operationId: 'deleteContractConsumer',
    summary: 'Remove a declaration',
    description: 'By the consumer itself, by who declared it for the consumer, and by administrators; not by owners.',
  })
  @Answer(200, 'What was removed', CONSUMER_SCHEMA, CONSUMER)
  remove(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('consumerId') consumer: string,
  ): Promise<ContractConsumer> {
    return this.consumers.remove(actor, id, consumer);
  }
}
