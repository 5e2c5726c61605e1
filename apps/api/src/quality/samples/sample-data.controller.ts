import { entityTypes, type EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { SampleData, sampleMember } from '@app/quality';
import { Body, Controller, Delete, Get, Put, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sendEntity, sendWritten } from '../../entities/entity-answer';
import { CurrentActor } from '../../http/access';
import { FqnParam } from '../../http/input';
import { SampleRoute, TakesSample } from './described-samples';
import { MessageSampleData, TableSampleData } from './sample-data.dto';

/** Their samples are rows of a table. */
const OF_ROWS = ['table', 'testCase'] as const;
/** Their samples are messages. */
const OF_MESSAGES = ['topic', 'searchIndex'] as const;

function rowSamplerController(entityType: EntityType): Type<unknown> {
  const { collection, type } = entityType;

  @Controller(`v1/${collection}`)
  class RowSamplerController {
    constructor(private readonly samples: SampleData) {}

    @Put(`:fqn/${sampleMember(type)}`)
    @SampleRoute(entityType, 'put')
    @TakesSample(entityType, TableSampleData)
    async put(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Body() body: TableSampleData,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendWritten(reply, await this.samples.put(actor, type, fqn, body), collection, false);
    }
  }
  return RowSamplerController;
}

function messageSamplerController(entityType: EntityType): Type<unknown> {
  const { collection, type } = entityType;

  @Controller(`v1/${collection}`)
  class MessageSamplerController {
    constructor(private readonly samples: SampleData) {}

    @Put(':fqn/sampleData')
    @SampleRoute(entityType, 'put')
    @TakesSample(entityType, MessageSampleData)
    async put(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Body() body: MessageSampleData,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendWritten(reply, await this.samples.put(actor, type, fqn, body), collection, false);
    }
  }
  return MessageSamplerController;
}

function sampleController(entityType: EntityType): Type<unknown> {
  const { collection, type } = entityType;

  @Controller(`v1/${collection}`)
  class SampleController {
    constructor(private readonly samples: SampleData) {}

    @Get(`:fqn/${sampleMember(type)}`)
    @SampleRoute(entityType, 'get')
    async get(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Res() reply: FastifyReply): Promise<void> {
      sendEntity(reply, await this.samples.get(actor, type, fqn));
    }

    @Delete(`:fqn/${sampleMember(type)}`)
    @SampleRoute(entityType, 'delete')
    async remove(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Res() reply: FastifyReply): Promise<void> {
      sendWritten(reply, await this.samples.remove(actor, type, fqn), collection, false);
    }
  }
  return SampleController;
}

/** The controllers that take, show and remove samples of data. */
export const SAMPLE_CONTROLLERS: readonly Type<unknown>[] = [
  ...OF_ROWS.map((type) => rowSamplerController(entityTypes.get(type))),
  ...OF_MESSAGES.map((type) => messageSamplerController(entityTypes.get(type))),
  ...[...OF_ROWS, ...OF_MESSAGES].map((type) => sampleController(entityTypes.get(type))),
];
