/** Parts of database that load no TypeORM, which takes a thread most of its start and of its memory. */
export { ResilientClient } from './resilient-client';
