import { checkedPatch, patchDocument } from '@app/catalog';
import type { Actor } from '@app/common';
import {
  DeliveryLog,
  SubscriptionService,
  type DeliveryView,
  type Outcome,
  type SubscriptionJudge,
  type SubscriptionView,
  type SubscriptionWritten,
} from '@app/notifications';
import { Body, Controller, Delete, Get, Header, HttpCode, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnyPrincipal, CurrentActor } from '../http/access';
import { Answer, JSON_PATCH, Takes } from '../http/described';
import { checkerOf, RowsQuery, TakesIfMatch, TakesIfNoneMatch, UuidParam } from '../http/input';
import { AcceptsJsonPatch } from '../http/parsing';
import { sendJson } from '../http/representation/answer';
import { entityTag, requireTagVersion } from '../http/representation/etag';
import { DeliveryListQuery, SecretRotationDto, SubscriptionDto } from './subscription.dto';
import {
  DELIVERY,
  DELIVERY_SCHEMA,
  listSchema,
  OUTCOME_SCHEMA,
  ROTATION_SCHEMA,
  SECRET,
  SENT,
  SUBSCRIPTION,
  SUBSCRIPTION_SCHEMA,
  WRITTEN_SCHEMA,
} from './subscription.examples';

const OWN = 'Users manage their own subscriptions; administrators see and change all.';
const PATCH_EXAMPLE = [{ op: 'add', path: '/mutedUntil', value: 1_763_700_000_000 }];

/** The subscriptions: who is notified of which events. */
@ApiTags('notifications')
@Controller('v1/events/subscriptions')
export class SubscriptionController {
  constructor(
    private readonly subscriptions: SubscriptionService,
    private readonly deliveries: DeliveryLog,
  ) {}

  @Get()
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'listEventSubscriptions',
    summary: 'List event subscriptions by name',
    description: OWN,
  })
  @Answer(200, 'The subscriptions', listSchema(SUBSCRIPTION_SCHEMA), { data: [SUBSCRIPTION], paging: {} })
  list(@CurrentActor() actor: Actor, @Query() query: RowsQuery): Promise<object> {
    return this.subscriptions.list(actor, query);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @HttpCode(201)
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'createEventSubscription',
    summary: 'Subscribe to events',
    description: 'Messages are sent for events from now on, as far as the caller may view them.',
  })
  @Takes(SubscriptionDto, SENT)
  @Answer(201, 'The subscription', WRITTEN_SCHEMA, { ...SUBSCRIPTION, secret: SECRET })
  async create(@CurrentActor() actor: Actor, @Body() body: SubscriptionDto, @Res() reply: FastifyReply): Promise<void> {
    sendWritten(reply, await this.subscriptions.create(actor, body));
  }

  @Put()
  @Header('Cache-Control', 'no-store')
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'putEventSubscription',
    summary: 'Create the caller’s subscription of that name, or replace it',
  })
  @TakesIfMatch()
  @Takes(SubscriptionDto, SENT)
  @Answer(200, 'The subscription', SUBSCRIPTION_SCHEMA, SUBSCRIPTION)
  @Answer(201, 'The new subscription', WRITTEN_SCHEMA, { ...SUBSCRIPTION, secret: SECRET })
  async put(
    @CurrentActor() actor: Actor,
    @Body() body: SubscriptionDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.subscriptions.put(actor, body, judgeOf(request)));
  }

  @Get(':id')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'getEventSubscription', summary: 'Read an event subscription', description: OWN })
  @TakesIfNoneMatch()
  @Answer(200, 'The subscription', SUBSCRIPTION_SCHEMA, SUBSCRIPTION)
  async get(@CurrentActor() actor: Actor, @UuidParam() id: string, @Res() reply: FastifyReply): Promise<void> {
    send(reply, await this.subscriptions.get(actor, id));
  }

  @Patch(':id')
  @AnyPrincipal()
  @AcceptsJsonPatch()
  @ApiOperation({
    operationId: 'patchEventSubscription',
    summary: 'Change an event subscription by a JSON Patch (RFC 6902)',
    description: 'The patch is applied to the body of a PUT.',
  })
  @TakesIfMatch()
  @Takes(JSON_PATCH, PATCH_EXAMPLE)
  @Answer(200, 'The subscription', SUBSCRIPTION_SCHEMA, SUBSCRIPTION)
  async patch(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const operations = checkedPatch(body);
    const change = (document: Record<string, unknown>): SubscriptionDto => {
      patchDocument(document, operations);
      return checkerOf(SubscriptionDto).body(document);
    };
    send(reply, await this.subscriptions.change(actor, id, change, judgeOf(request)));
  }

  @Delete(':id')
  @HttpCode(204)
  @AnyPrincipal()
  @ApiOperation({ operationId: 'deleteEventSubscription', summary: 'Delete an event subscription with its deliveries' })
  @TakesIfMatch()
  @ApiResponse({ status: 204, description: 'The subscription is deleted, with messages that were not sent yet' })
  remove(@CurrentActor() actor: Actor, @UuidParam() id: string, @Req() request: FastifyRequest): Promise<void> {
    return this.subscriptions.remove(actor, id, judgeOf(request));
  }

  @Post(':id/test')
  @HttpCode(200)
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'testEventSubscription',
    summary: 'Send one message to the destination now',
    description:
      'Sent once, even if the subscription is disabled or muted. A failed message is listed as dead, and can be sent again.',
  })
  @ApiResponse({
    status: 409,
    description: 'The destination was encrypted with another signing key and cannot be read.',
  })
  @Answer(200, 'The outcome', OUTCOME_SCHEMA, { kind: 'delivered', status: 204, tookMs: 41 })
  test(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<Outcome> {
    return this.subscriptions.test(actor, id);
  }

  @Post(':id/secret/rotate')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'rotateEventSubscriptionSecret',
    summary: 'Rotate the secret of a webhook; the old one also signs for some time',
  })
  @Takes(SecretRotationDto, { graceMinutes: 60 })
  @Answer(200, 'The only answer that shows it', ROTATION_SCHEMA, { secret: SECRET, previousUntil: 1_763_700_000_000 })
  rotate(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() { graceMinutes }: SecretRotationDto,
  ): Promise<{ secret: string; previousUntil: number }> {
    return this.subscriptions.rotate(actor, id, graceMinutes);
  }

  @Get(':id/deliveries')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'listEventDeliveries', summary: 'List the messages of a subscription, newest first' })
  @Answer(200, 'The messages', listSchema(DELIVERY_SCHEMA), { data: [DELIVERY], paging: {} })
  log(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: DeliveryListQuery): Promise<object> {
    return this.deliveries.list(actor, id, query);
  }

  @Post(':id/deliveries/:deliveryId/redeliver')
  @HttpCode(202)
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'redeliverEvent',
    summary: 'Send a message again, or at once if it waits for its next attempt',
  })
  @Answer(202, 'The message', DELIVERY_SCHEMA, DELIVERY)
  redeliver(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('deliveryId') deliveryId: string,
  ): Promise<DeliveryView> {
    return this.deliveries.redeliver(actor, id, deliveryId);
  }
}

const judgeOf =
  ({ headers }: FastifyRequest): SubscriptionJudge =>
  (subscription) =>
    requireTagVersion(headers['if-match'], subscription?.updatedAt);

/** Answers with a tag whose version is when the subscription was changed: what becomes of its messages changes the text alone. */
function send(
  reply: FastifyReply,
  shown: SubscriptionView & { readonly secret?: string },
  to: { status?: number; location?: string } = {},
): void {
  const text = JSON.stringify(shown);
  void reply.header('etag', entityTag(shown.updatedAt, text));
  sendJson(reply, text, to);
}

function sendWritten(reply: FastifyReply, { subscription, isNew, secret }: SubscriptionWritten): void {
  const location = `/api/v1/events/subscriptions/${subscription.id}`;
  send(reply, { ...subscription, ...(secret !== undefined && { secret }) }, isNew ? { status: 201, location } : {});
}
