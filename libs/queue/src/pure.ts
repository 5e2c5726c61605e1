/** The part of the queue that needs no service around it. */
export { isOnRedis } from './redis/redis-client';
export { redisAnswers } from './redis/redis-state';
