import { AppError, truncate } from '@app/common';
import { APP_SETTINGS, release, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import type { Notice } from '../document/notice';
import type { DestinationDocument, DestinationType, SealedDestination } from '../document/subscription';
import { trialEvent } from '../verdicts/run-event';
import { AddressGuard } from './address-guard';
import { HttpPost, type Errand } from './http-post';
import { Mailer } from './mailer';
import { mailOf, slackBody, teamsBody, webhookBody } from './message-bodies';
import { sendFault } from './send-fault';
import { signedHeaders } from './signature';

/** Where a message goes, with its secrets. */
export type Destination = DestinationDocument & SealedDestination;

export interface Message {
  readonly id: string;
  readonly notices: readonly Notice[];
  /** The events for a receiver of OpenLineage, one by one; absent: a trial. */
  readonly runEvents?: readonly object[];
}

/** How a try ended. gone: the receiver wants no more. */
export interface Outcome {
  readonly kind: 'delivered' | 'failed' | 'gone';
  /** The status of an answer over HTTP. */
  readonly status?: number;
  readonly error?: string;
  readonly retryAfterMs?: number;
  readonly tookMs: number;
}

type PostOutcome = Omit<Outcome, 'tookMs'>;

const MOST_ERROR = 300;

/** Sends messages to destinations of every type. */
@Injectable()
export class Sender {
  private readonly http: HttpPost;
  readonly mailer: Mailer;
  readonly guard: AddressGuard;

  constructor(@Inject(APP_SETTINGS) settings: Pick<Settings, 'notificationNetworks' | 'smtpUrl' | 'smtpFrom'>) {
    this.guard = new AddressGuard(settings.notificationNetworks);
    this.http = new HttpPost(this.guard);
    this.mailer = new Mailer(settings);
  }

  /**
   * One try. Fails where the process stops: then it is unknown whether the message arrived.
   * @throws {AppError} TOO_MANY_REQUESTS, by the limits of the process or the principal: then the destination was not asked
   */
  async send(destination: Destination, message: Message, errand: Errand): Promise<Outcome> {
    const began = performance.now();
    const took = (): number => Math.round(performance.now() - began);
    try {
      if (destination.type === 'email') {
        const { recipients = [] } = destination;
        await this.mailer.send({ id: message.id, recipients, ...mailOf(message.notices) });
        return { kind: 'delivered', tookMs: took() };
      }
      const bodies = bodiesOf(destination.type, message);
      return { ...(await this.post(destination, message.id, bodies, errand)), tookMs: took() };
    } catch (error) {
      errand.stopping?.throwIfAborted();
      if (error instanceof AppError) throw error;
      return { kind: 'failed', error: reasonOf(error as Error), tookMs: took() };
    }
  }

  onApplicationShutdown(): void {
    this.http.close();
    this.mailer.close();
  }

  /** Posts each of several bodies once; behind one that does not arrive, the message is tried again as a whole. */
  private async post(
    destination: Destination,
    id: string,
    bodies: readonly object[],
    errand: Errand,
  ): Promise<PostOutcome> {
    let outcome: PostOutcome = { kind: 'delivered' };
    for (const body of bodies) {
      outcome = await this.postOne(destination, id, JSON.stringify(body), errand);
      if (outcome.kind !== 'delivered') return outcome;
    }
    return outcome;
  }

  private async postOne(
    { type, url = '', secret, previous }: Destination,
    id: string,
    body: string,
    errand: Errand,
  ): Promise<PostOutcome> {
    const sentAt = Date.now();
    const secrets = [secret, previous && previous.until > sentAt ? previous.secret : undefined].flatMap(
      (one) => one ?? [],
    );
    const headers = {
      'content-type': 'application/json',
      'user-agent': `metadata-catalog/${release()}`,
      ...(type === 'webhook' && signedHeaders({ id: `msg_${id}`, sentAt, body }, secrets)),
      ...(type === 'openlineage' && secret !== undefined && { authorization: `Bearer ${secret}` }),
    };
    const { status, retryAfterMs } = await this.http.send(new URL(url), headers, body, errand);
    if (status >= 200 && status < 300) return { kind: 'delivered', status };
    if (status === 410) return { kind: 'gone', status, error: 'the receiver answered 410 Gone' };
    const hint = status >= 300 && status < 400 ? ': redirects are not followed' : '';
    const pause = retryAfterMs === undefined ? {} : { retryAfterMs };
    return { kind: 'failed', status, error: `the receiver answered ${status}${hint}`, ...pause };
  }
}

const BODIES = { webhook: webhookBody, slack: slackBody, teams: teamsBody };

function bodiesOf(type: Exclude<DestinationType, 'email'>, { id, notices, runEvents }: Message): readonly object[] {
  if (type === 'openlineage') return runEvents ?? [trialEvent(id, Date.now())];
  return [BODIES[type](notices)];
}

/** Errors of the mail server may repeat what was sent to it: their code says enough. */
function reasonOf(error: Error & { code?: string; responseCode?: number }): string {
  const reason = error.responseCode ? `the mail server answered ${error.responseCode}` : sendFault(error);
  return truncate(reason, MOST_ERROR);
}
