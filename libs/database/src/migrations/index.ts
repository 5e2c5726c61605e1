import { Catalog1700000000000 } from './1700000000000-catalog';
import { Contracts1700000000100 } from './1700000000100-contracts';
import { Identity1700000000200 } from './1700000000200-identity';
import { Evidence1700000000300 } from './1700000000300-evidence';
import { Batches1700000000400 } from './1700000000400-batches';
import { Odcs1700000000500 } from './1700000000500-odcs';
import { Search1700000000600 } from './1700000000600-search';
import { Lineage1700000000700 } from './1700000000700-lineage';
import { OpenLineage1700000000800 } from './1700000000800-open-lineage';
import { CustomProperties1700000000900 } from './1700000000900-custom-properties';
import { ResultSums1700000001000 } from './1700000001000-result-sums';
import { NarrowSearchRows1700000001100 } from './1700000001100-narrow-search-rows';
import { DiskProbe1700000001250 } from './1700000001250-disk-probe';
import { DocumentSizes1700000001500 } from './1700000001500-document-sizes';
import { LabelsBySource1700000001800 } from './1700000001800-labels-by-source';
import { MoreSearchedTypes1700000002000 } from './1700000002000-more-searched-types';
import { BotsDeleteSoftly1700000002200 } from './1700000002200-bots-delete-softly';
import { OpenEntities1700000002500 } from './1700000002500-open-entities';
import { SearchTotals1700000002600 } from './1700000002600-search-totals';
import { Sees1700000002700 } from './1700000002700-sees';
import { SearchWrites1700000002730 } from './1700000002730-search-writes';
import { EdgeWrites1700000002731 } from './1700000002731-edge-writes';
import { EntityUsage1700000002770 } from './1700000002770-entity-usage';
import { RunFunctions1700000002790 } from './1700000002790-run-functions';
import { SearchDocumentSize1700000002810 } from './1700000002810-search-document-size';
import { ContractExpectations1700000002830 } from './1700000002830-contract-expectations';
import { TestDefinitions1700000002850 } from './1700000002850-test-definitions';
import { QueryCosts1700000002851 } from './1700000002851-query-costs';
import { ChangeEvents1700000002870 } from './1700000002870-change-events';
import { Verdicts1700000002871 } from './1700000002871-verdicts';
import { EventSubscriptions1700000002900 } from './1700000002900-event-subscriptions';
import { Audit1700000002910 } from './1700000002910-audit';
import { SearchMarkTimes1700000002920 } from './1700000002920-search-mark-times';
import { PipelineObservability1700000002930 } from './1700000002930-pipeline-observability';
import { DimensionCounts1700000002950 } from './1700000002950-dimension-counts';
import { RunClaims1700000002951 } from './1700000002951-run-claims';
import { ProfileSeries1700000002952 } from './1700000002952-profile-series';
import { SampleData1700000002960 } from './1700000002960-sample-data';
import { TestCaseIncidents1700000002961 } from './1700000002961-test-case-incidents';
import { LineageAudit1700000002970 } from './1700000002970-lineage-audit';
import { OutsideLogins1700000002980 } from './1700000002980-outside-logins';
import { ContractDocuments1700000002990 } from './1700000002990-contract-documents';
import { LineageRecords1700000002992 } from './1700000002992-lineage-records';
import { SearchPendingLists1700000002998 } from './1700000002998-search-pending-lists';
import { EdgeColumns1700000003002 } from './1700000003002-edge-columns';
import { ResultSumsOfOne1700000003010 } from './1700000003010-result-sums-of-one';
import { EdgeLookUps1700000003040 } from './1700000003040-edge-look-ups';
import { SearchVersions1700000003041 } from './1700000003041-search-versions';
import { PushResults1700000003100 } from './1700000003100-push-results';
import { EdgeOfOne1700000003110 } from './1700000003110-edge-of-one';
import { RunOrder1700000003120 } from './1700000003120-run-order';
import { SearchRowsInBinary1700000003720 } from './1700000003720-search-rows-in-binary';
import { EdgesInOneCall1700000003770 } from './1700000003770-edges-in-one-call';
import { EdgesOfSeveral1700000003771 } from './1700000003771-edges-of-several';
import { UserEmails1700000003800 } from './1700000003800-user-emails';
import { PushesSumUp1700000003810 } from './1700000003810-pushes-sum-up';
import { EndsTellResults1700000003820 } from './1700000003820-ends-tell-results';
import { DigestsOfTexts1700000003840 } from './1700000003840-digests-of-texts';
import { DictionaryWrites1700000003841 } from './1700000003841-dictionary-writes';
import { RightsVersion1700000003910 } from './1700000003910-rights-version';
import { StewardsWriteContracts1700000003911 } from './1700000003911-stewards-write-contracts';
import { OwnerIds1700000003940 } from './1700000003940-owner-ids';
import { ExplicitLineage1700000003960 } from './1700000003960-explicit-lineage';
import { ContractValidity1700000003990 } from './1700000003990-contract-validity';
import { SignInTickets1700000004000 } from './1700000004000-sign-in-tickets';
import { OutsideLoginsEnd1700000004001 } from './1700000004001-outside-logins-end';
import { ResultProducers1700000004010 } from './1700000004010-result-producers';

/** All migrations, oldest first. A released one is never changed; a change is a new one at the end. */
export const MIGRATIONS = [
  Catalog1700000000000,
  Contracts1700000000100,
  Identity1700000000200,
  Evidence1700000000300,
  Batches1700000000400,
  Odcs1700000000500,
  Search1700000000600,
  Lineage1700000000700,
  OpenLineage1700000000800,
  CustomProperties1700000000900,
  ResultSums1700000001000,
  NarrowSearchRows1700000001100,
  DiskProbe1700000001250,
  DocumentSizes1700000001500,
  LabelsBySource1700000001800,
  MoreSearchedTypes1700000002000,
  BotsDeleteSoftly1700000002200,
  OpenEntities1700000002500,
  SearchTotals1700000002600,
  Sees1700000002700,
  SearchWrites1700000002730,
  EdgeWrites1700000002731,
  EntityUsage1700000002770,
  RunFunctions1700000002790,
  SearchDocumentSize1700000002810,
  ContractExpectations1700000002830,
  TestDefinitions1700000002850,
  QueryCosts1700000002851,
  ChangeEvents1700000002870,
  Verdicts1700000002871,
  EventSubscriptions1700000002900,
  Audit1700000002910,
  SearchMarkTimes1700000002920,
  PipelineObservability1700000002930,
  DimensionCounts1700000002950,
  RunClaims1700000002951,
  ProfileSeries1700000002952,
  SampleData1700000002960,
  TestCaseIncidents1700000002961,
  LineageAudit1700000002970,
  OutsideLogins1700000002980,
  ContractDocuments1700000002990,
  LineageRecords1700000002992,
  SearchPendingLists1700000002998,
  EdgeColumns1700000003002,
  ResultSumsOfOne1700000003010,
  EdgeLookUps1700000003040,
  SearchVersions1700000003041,
  PushResults1700000003100,
  EdgeOfOne1700000003110,
  RunOrder1700000003120,
  SearchRowsInBinary1700000003720,
  EdgesInOneCall1700000003770,
  EdgesOfSeveral1700000003771,
  UserEmails1700000003800,
  PushesSumUp1700000003810,
  EndsTellResults1700000003820,
  DigestsOfTexts1700000003840,
  DictionaryWrites1700000003841,
  RightsVersion1700000003910,
  StewardsWriteContracts1700000003911,
  OwnerIds1700000003940,
  ExplicitLineage1700000003960,
  ContractValidity1700000003990,
  SignInTickets1700000004000,
  OutsideLoginsEnd1700000004001,
  ResultProducers1700000004010,
];
