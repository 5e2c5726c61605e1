import { Baseline0000000000001 } from './0001-baseline';
import { LastingParts0000000000002 } from './0002-lasting-parts';
import { MessagesOfPushes0000000000003 } from './0003-messages-of-pushes';
import { PolicyMoves0000000000004 } from './0004-policy-moves';
import { ConnectionsRequireTls0000000000005 } from './0005-connections-require-tls';
import { DerivedRules0000000000006 } from './0006-derived-rules';
import { ContractPromises0000000000007 } from './0007-contract-promises';
import { DefinitionsOfKeys0000000000008 } from './0008-definitions-of-keys';
import { GoneContracts0000000000009 } from './0009-gone-contracts';
import { NamesOfTables0000000000010 } from './0010-names-of-tables';
import { ObservedDays0000000000011 } from './0011-observed-days';
import { EdgesSeen0000000000012 } from './0012-edges-seen';
import { ContractsNotJudged0000000000013 } from './0013-contracts-not-judged';
import { OneRuleForCrashes0000000000014 } from './0014-one-rule-for-crashes';
import { ExampleKeys0000000000015 } from './0015-example-keys';
import { PoliciesByIndex0000000000016 } from './0016-policies-by-index';
import { OneTableOfSchedules0000000000017 } from './0017-one-table-of-schedules';
import { NoticesOfTime0000000000018 } from './0018-notices-of-time';
import { Recounts0000000000019 } from './0019-recounts';
import { SharedSlotsOfReadings0000000000020 } from './0020-shared-slots-of-readings';
import { IncidentInput0000000000021 } from './0021-incident-input';
import { RoundsByWhatIsDue0000000000022 } from './0022-rounds-by-what-is-due';
import { ProposalsByWhatIsDue0000000000023 } from './0023-proposals-by-what-is-due';
import { SortedLists0000000000024 } from './0024-sorted-lists';
import { ObjectivesByWhatIsDue0000000000025 } from './0025-objectives-by-what-is-due';
import { NotifiedSchedules0000000000026 } from './0026-notified-schedules';
import { OpenIncidentsByStatus0000000000027 } from './0027-open-incidents-by-status';
import { OldPartsByDay0000000000028 } from './0028-old-parts-by-day';
import { PushesInFewerStatements0000000000029 } from './0029-pushes-in-fewer-statements';
import { BurningObjectives0000000000030 } from './0030-burning-objectives';
import { RequestersOfResults0000000000031 } from './0031-requesters-of-results';
import { PermissionRequests0000000000032 } from './0032-permission-requests';
import { SumsOfVerdicts0000000000033 } from './0033-sums-of-verdicts';
import { UsersSeen0000000000034 } from './0034-users-seen';
import { ContractInvitations0000000000035 } from './0035-contract-invitations';
import { TotalsByIndex0000000000036 } from './0036-totals-by-index';
import { SlaRisksByIndex0000000000037 } from './0037-sla-risks-by-index';

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
  DefinitionsOfKeys0000000000008,
  GoneContracts0000000000009,
  NamesOfTables0000000000010,
  ObservedDays0000000000011,
  EdgesSeen0000000000012,
  ContractsNotJudged0000000000013,
  OneRuleForCrashes0000000000014,
  ExampleKeys0000000000015,
  PoliciesByIndex0000000000016,
  OneTableOfSchedules0000000000017,
  NoticesOfTime0000000000018,
  Recounts0000000000019,
  SharedSlotsOfReadings0000000000020,
  IncidentInput0000000000021,
  RoundsByWhatIsDue0000000000022,
  ProposalsByWhatIsDue0000000000023,
  SortedLists0000000000024,
  ObjectivesByWhatIsDue0000000000025,
  NotifiedSchedules0000000000026,
  OpenIncidentsByStatus0000000000027,
  OldPartsByDay0000000000028,
  PushesInFewerStatements0000000000029,
  BurningObjectives0000000000030,
  RequestersOfResults0000000000031,
  PermissionRequests0000000000032,
  SumsOfVerdicts0000000000033,
  UsersSeen0000000000034,
  ContractInvitations0000000000035,
  TotalsByIndex0000000000036,
  SlaRisksByIndex0000000000037,
];
