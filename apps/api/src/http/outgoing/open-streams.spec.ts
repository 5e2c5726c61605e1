import { AppError } from '@app/common';
import { OpenStreams } from './open-streams';

describe('OpenStreams', () => {
  const taken = (streams: OpenStreams, count: number, user: string): (() => void)[] =>
    Array.from({ length: count }, () => streams.take(user));

  it('lets each user have a hundred at one time, and counts again what has ended', () => {
    const streams = new OpenStreams();
    const [end] = taken(streams, 100, 'a');
    expect(() => streams.take('a')).toThrow(AppError);
    expect(taken(streams, 100, 'b')).toHaveLength(100);
    end!();
    streams.take('a');
    expect(() => streams.take('a')).toThrow('You have 100 open streams');
  });
});
