import type { Actor } from '@app/common';
import { EventIntake, type EventReceipt } from '@app/ingestion';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer, Takes } from '../http/described';
import { EVENT_SCHEMA, RECEIPT_SCHEMA } from './openlineage-schemas';
import { EVENT, RECEIPT } from './openlineage.examples';

/** The path that OpenLineage's own clients post to by default. */
@ApiTags('openlineage')
@Controller('v1/lineage')
export class ClientEventController {
  constructor(private readonly intake: EventIntake) {}

  @Post()
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({
    operationId: 'addClientLineageEvent',
    summary: "Receive a lineage event of OpenLineage's own client",
  })
  @Takes(EVENT_SCHEMA, EVENT)
  @Answer(201, 'The event was accepted', RECEIPT_SCHEMA, RECEIPT)
  take(@CurrentActor() actor: Actor, @Body() event: unknown): Promise<EventReceipt> {
    return this.intake.take(actor, event);
  }
}
