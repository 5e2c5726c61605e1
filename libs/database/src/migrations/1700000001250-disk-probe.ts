import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is written to find out whether the disk has room again. */
export class DiskProbe1700000001250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table disk_probe (ballast bytea not null)');
    // As it is: a mebibyte of one letter would be compressed to a few hundred bytes.
    await runner.query('alter table disk_probe alter column ballast set storage external');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table disk_probe');
  }
}
