import { AppError } from '@app/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ErrorAnswer } from './error-answer';

describe('the answer of an error', () => {
  it('logs the cause of an outage with its first refusal, and one line for each further one', () => {
    const warn = jest.fn();
    const answer = new ErrorAnswer({ warn } as unknown as Logger);
    const request = { id: 'r', method: 'GET', routeOptions: {} } as FastifyRequest;
    const reply = { sent: true, raw: { destroy: () => undefined } } as unknown as FastifyReply;
    const away = (part: string) => new AppError('SERVICE_UNAVAILABLE', part, { cause: new Error('ECONNREFUSED') });
    for (const part of ['search', 'search', 'database', 'search', 'database']) answer.send(request, reply, away(part));
    const told = warn.mock.calls.map(([line]) => ('err' in line ? 'stack' : line.reason));
    expect(told).toEqual(['stack', 'search', 'stack', 'search', 'database']);
  });
});
