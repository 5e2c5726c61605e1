import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { AppError } from '@app/common';
import {
  BadRequestException,
  ImATeapotException,
  InternalServerErrorException,
  NotFoundException,
} from '@nestjs/common';
import { toAppError } from './to-app-error';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('toAppError', () => {
  it('leaves an AppError as it is', () => {
    const error = new AppError('CONFLICT', 'taken');
    expect(toAppError(error)).toBe(error);
  });

  it.each([
    [new NotFoundException('no'), 'NOT_FOUND', 'no'],
    [new BadRequestException('bad'), 'BAD_REQUEST', 'bad'],
    [new ImATeapotException('short'), 'BAD_REQUEST', 'short'],
    [Object.assign(coded('FST_ERR_CTP_BODY_TOO_LARGE'), { statusCode: 413 }), 'PAYLOAD_TOO_LARGE', 'larger'],
    [Object.assign(coded('FST_ERR_OTHER', 'odd'), { statusCode: 400 }), 'BAD_REQUEST', 'odd'],
    [coded('ECONNREFUSED'), 'SERVICE_UNAVAILABLE', 'database'],
    [coded('57P03'), 'SERVICE_UNAVAILABLE', 'database'],
    [coded('08006'), 'SERVICE_UNAVAILABLE', 'database'],
    [coded('25006'), 'SERVICE_UNAVAILABLE', 'takes no writes at the moment; reads work'],
    [coded('53300'), 'SERVICE_UNAVAILABLE', 'database'],
    [coded('53100'), 'SERVICE_UNAVAILABLE', 'disk of the database is full'],
    [coded('58030', 'could not write: No space left on device'), 'SERVICE_UNAVAILABLE', 'disk of the database is full'],
    [{ driverError: { code: '53100' } }, 'SERVICE_UNAVAILABLE', 'disk of the database is full'],
    [coded('53100', 'could not resize shared memory segment'), 'SERVICE_UNAVAILABLE', 'not available'],
    [{ driverError: { code: '57P01' } }, 'SERVICE_UNAVAILABLE', 'database'],
    [Object.assign(new AggregateError([coded('ECONNREFUSED')]), {}), 'SERVICE_UNAVAILABLE', 'database'],
    [new Error('timeout exceeded when trying to connect'), 'SERVICE_UNAVAILABLE', 'database'],
    [new Error('Connection terminated unexpectedly'), 'SERVICE_UNAVAILABLE', 'database'],
    [new QueryRunnerProviderAlreadyReleasedError(), 'SERVICE_UNAVAILABLE', 'database'],
    [new QueryRunnerAlreadyReleasedError(), 'SERVICE_UNAVAILABLE', 'database'],
    [coded('22P05'), 'BAD_REQUEST', 'cannot be stored'],
    [{ driverError: { code: '22021' } }, 'BAD_REQUEST', 'cannot be stored'],
    [coded('23505', 'duplicate key in host db-7'), 'INTERNAL_ERROR', 'Internal error'],
    [coded('42P01'), 'INTERNAL_ERROR', 'Internal error'],
    [new InternalServerErrorException('secret'), 'INTERNAL_ERROR', 'Internal error'],
    [new TypeError('secret'), 'INTERNAL_ERROR', 'Internal error'],
    ['secret', 'INTERNAL_ERROR', 'Internal error'],
    [undefined, 'INTERNAL_ERROR', 'Internal error'],
    [null, 'INTERNAL_ERROR', 'Internal error'],
  ])('makes of %p a %s', (thrown, code, message) => {
    const error = toAppError(thrown);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('secret');
  });

  it('says when to try again where a part is away', () => {
    expect(toAppError(coded('57P01')).retryAfter).toBeGreaterThan(0);
  });
});
