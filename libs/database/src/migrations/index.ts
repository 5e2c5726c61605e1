import { Baseline0000000000001 } from './0001-baseline';
import { LastingParts0000000000002 } from './0002-lasting-parts';
import { MessagesOfPushes0000000000003 } from './0003-messages-of-pushes';
import { PolicyMoves0000000000004 } from './0004-policy-moves';
import { ConnectionsRequireTls0000000000005 } from './0005-connections-require-tls';
import { DerivedRules0000000000006 } from './0006-derived-rules';
import { ContractPromises0000000000007 } from './0007-contract-promises';

/**
 * All migrations, oldest first. The baseline makes a new database from the present files of the schema, so a later migration meets two: an older
 * one, which lacks what it brings, and a new one, which has it. It is written for both (`if not exists`, `create or replace`), changes the files to
 * what they say from now on, and applies those of functions and triggers: `await applySchema(runner, 'functions/push_results.sql')`.
 */
export const MIGRATIONS = [
  Baseline0000000000001,
  LastingParts0000000000002,
  MessagesOfPushes0000000000003,
  PolicyMoves0000000000004,
  ConnectionsRequireTls0000000000005,
  DerivedRules0000000000006,
  ContractPromises0000000000007,
];
