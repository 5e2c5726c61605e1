import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Incidents of test cases: what was done about failed results, from the first one to its resolution. */
export class TestCaseIncidents1700000002961 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // One row for each status that an incident has had. incident: what its statuses have in common. Times in epoch ms. person: to whom it
    // is assigned, or who resolved it. Not more than one incident of a test case is open, which the second index holds.
    await runner.query(`
      create table test_case_incident (
        id uuid primary key default gen_random_uuid(),
        incident uuid not null,
        test_case bigint not null references entity (node) on delete cascade,
        timestamp bigint not null,
        status text not null check (status in ('New', 'Ack', 'Assigned', 'Resolved')),
        is_latest boolean not null,
        severity text,
        person uuid,
        reason text,
        comment text,
        updated_by uuid,
        updated_at bigint not null);
      create index test_case_incident_incident on test_case_incident (incident, timestamp);
      create unique index test_case_incident_open on test_case_incident (test_case) where is_latest and status <> 'Resolved';
      create index test_case_incident_test_case on test_case_incident (test_case, timestamp, id);
      create index test_case_incident_timestamp on test_case_incident (timestamp, id);
      create index test_case_incident_person on test_case_incident (person, timestamp, id) where person is not null`);
    // The incident that a failed result belongs to.
    await runner.query('alter table test_case_result add column incident uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table test_case_result drop column incident; drop table test_case_incident');
  }
}
