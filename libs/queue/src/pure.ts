/** The part of the queue that needs no service around it. */
export { redisAnswers } from './redis/redis-state';
