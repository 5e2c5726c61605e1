import { ConsumerService, ConsumerSuggestions, type ContractConsumer, type SuggestedConsumer } from '@app/agreements';
import type { Actor } from '@app/common';
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
  @ApiOperation({ operationId: 'listConsumers', summary: 'List the declared consumers of all contracts, by name' })
  @Answer(200, 'The consumers', pageOf(CONSUMER_SCHEMA), { data: [CONSUMER], paging: { total: 1 } })
  list(@CurrentActor() actor: Actor, @Query() query: ConsumerListQuery): Promise<object> {
    return this.consumers.list(actor, query);
  }

  @Get(':id/consumers')
  @View
  @ApiOperation({
    operationId: 'listContractConsumers',
    summary: 'List the declared consumers of a contract, by name',
    description: 'Declarations past their `until` are listed with `expired: true` and have no effect.',
  })
  @Answer(200, 'The consumers', pageOf(CONSUMER_SCHEMA), { data: [CONSUMER], paging: { total: 1 } })
  ofContract(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: RowsQuery): Promise<object> {
    return this.consumers.ofContract(actor, id, query);
  }

  @Put(':id/consumers')
  @View
  @ApiOperation({
    operationId: 'putContractConsumer',
    summary: 'Declare a consumer of a contract',
    description:
      'Everyone who can view the contract can declare themselves and their teams; declaring others needs EditAll on the contract. Declaring the same consumer again replaces its declaration.',
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
    summary: 'List likely consumers of a contract that are not declared',
    description:
      'Owners of assets within two hops downstream, and users of queries that use the asset; those with most evidence first, at most 100.',
  })
  @Answer(200, 'Likely consumers', SUGGESTED_SCHEMA, { data: [SUGGESTION] })
  suggest(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
  ): Promise<{ readonly data: readonly SuggestedConsumer[] }> {
    return this.suggestions.of(actor, id);
  }

  @Get(':id/consumers/:consumerId')
  @View
  @ApiOperation({ operationId: 'getContractConsumer', summary: 'Read the declaration of a consumer' })
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
    description: 'Allowed for the consumer, for the user who declared it, and for administrators; not for owners.',
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
