import type { Session } from '../engine';
import { explainMssql, type MssqlConfig, readMssqlConfig } from './mssql-connection';
import { MSSQL, MSSQL_2025 } from './mssql-dialect';
import { introspectMssql, mssqlDatabases } from './mssql-introspect';

const CONFIG: MssqlConfig = {
  ...{ host: 'db', port: 1433, user: 'reader', password: 'pass/word%1', encrypt: true, trustServerCertificate: false },
};

describe('the config of SQL Server', () => {
  it('is encrypted unless it says otherwise', () => {
    expect(readMssqlConfig({ hostPort: 'db', username: 'reader', password: 'pass/word%1' })).toEqual({
      config: CONFIG,
    });
    expect(readMssqlConfig({ hostPort: 'db', username: 'r', password: 'p', encrypt: 'yes' })).toMatchObject({
      faults: [{ field: 'connection.config.encrypt' }],
    });
    expect(readMssqlConfig({ hostPort: '\\\\.\\pipe' })).toMatchObject({
      faults: ['hostPort', 'username', 'password'].map((field) => ({ field: `connection.config.${field}` })),
    });
  });
});

describe('errors of SQL Server', () => {
  it.each([
    [{ code: 'EREQUEST', number: 229 }, 'notPermitted'],
    [{ code: 'EREQUEST', number: 1222 }, 'timedOut'],
    [{ code: 'EREQUEST', number: 207 }, 'sqlError'],
    [{ code: 'ETIMEOUT' }, 'timedOut'],
    [{ code: 'ECONNCLOSED' }, 'sourceUnreachable'],
    [{ code: 'ESOCKET', originalError: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }, 'tlsFailed'],
  ])('%j of a statement is %s', (members, reason) => {
    const error = Object.assign(new Error("denied on 'other' by pass/word%1"), members);
    const explained = explainMssql(error, CONFIG, 'SELECT 1');
    expect(explained.reason).toBe(reason);
    expect(explained.message).not.toMatch(/other|pass\/word/);
  });
});

describe('the dialect of SQL Server', () => {
  const text = { is: 'text', padded: false } as const;

  it('writes texts and names that end nowhere but at their end', () => {
    expect(MSSQL.name('a]b', 'c"d')).toBe('[a]]b].[c"d]');
    expect(MSSQL.text("it's")).toBe("N'it''s'");
    // Both would be taken out of the text.
    expect(MSSQL.text('a\\\nb')).toBe("(N'a\\' + N'\nb')");
  });

  it('tells blanks at the end apart, and those of the padding not', () => {
    expect(MSSQL.exactText('x', text)).toBe("(CAST(x AS nvarchar(max)) + N'.') COLLATE Latin1_General_100_BIN2");
    expect(MSSQL.exactText('x', { is: 'text', padded: true })).toContain('RTRIM(CAST(x AS nvarchar(max)))');
    expect(MSSQL.exactTextValue('a ')).toBe("N'a .'");
  });

  it('has times in UTC, exact sums, and patterns from 2025 on', () => {
    expect(MSSQL.asText('x', { is: 'moment', zoned: true })).toBe(
      "CONVERT(varchar(27), CAST(SWITCHOFFSET(x, '+00:00') AS datetime2(7)), 121)",
    );
    expect(MSSQL.sum('x', { is: 'dec', whole: 10, scale: 2 })).toBe('SUM(CAST(x AS decimal(38, 2)))');
    expect(MSSQL_2025.matches('x', text, "it's")).toBe("REGEXP_LIKE(CAST(x AS nvarchar(max)), N'it''s', 'c')");
    expect(() => MSSQL.matches('x', text, 'a')).toThrow(/2025/);
  });
});

/** Answers in the order in which they are asked for. */
function sessionOf(...answers: readonly (readonly (readonly (string | null)[])[])[]) {
  const asked: string[] = [];
  const query = (sql: string): Promise<{ columns: []; rows: readonly (readonly (string | null)[])[] }> => {
    asked.push(sql.replaceAll(/\s+/g, ' '));
    return Promise.resolve({ columns: [], rows: answers[asked.length - 1]! });
  };
  return { asked, session: { dialect: MSSQL, query } as Partial<Session> as Session };
}

describe('a listing of SQL Server', () => {
  it('has keys, foreign keys, partitions, and types with their sizes', async () => {
    const { session, asked } = sessionOf(
      [['dbo', null]],
      [
        ['7', 'dbo', 'lines', 'U', 'Sold', null, '3', 'day', '1', '0'],
        ['8', 'dbo', 'v', 'V', null, 'CREATE VIEW v AS SELECT 1 AS a', null, null, '0', null],
      ],
      [
        ['7', 'no', 'int', '4', '10', '0', '0', 'Its number', 'int'],
        ['7', 'note', 'nvarchar', '160', '0', '0', '1', null, 'nvarchar'],
        ['7', 'doc', 'varchar', '-1', '0', '0', '1', null, 'varchar'],
        ['7', 'owed', 'decimal', '9', '12', '2', '1', null, 'decimal'],
        ['7', 'at', 'datetimeoffset', '10', '34', '7', '1', null, 'datetimeoffset'],
      ],
      [
        ['7', 'PK', 'pk', 'year'],
        ['7', 'PK', 'pk', 'no'],
      ],
      [['7', 'fk', 'buyer', 'dbo', 'people', 'id']],
    );
    const scope = { schemas: ['dbo'], tables: ["it's"], includeViews: true, includePartitions: false };
    const { tables, database } = await introspectMssql(session, { ...CONFIG, database: 'shop' }, scope);
    expect(database).toBe('shop');
    expect(asked[1]).toContain(
      "s.name IN (N'dbo') AND o.type IN ('U', 'V') AND o.is_ms_shipped = 0 AND o.name IN (N'it''s')",
    );
    expect(tables).toMatchObject([
      {
        ...{ name: 'lines', kind: 'Partitioned', comment: 'Sold', nativeId: '7', rowEstimate: 3 },
        partition: { columns: ['day'], method: 'RANGE' },
        columns: [
          { name: 'no', display: 'int', isNullable: false, comment: 'Its number' },
          { name: 'note', display: 'nvarchar(80)', isNullable: true },
          { name: 'doc', display: 'varchar(max)', kind: { is: 'text' } },
          { name: 'owed', display: 'decimal(12,2)', kind: { is: 'dec', scale: 2 } },
          { name: 'at', kind: { is: 'moment', zoned: true } },
        ],
        constraints: [
          { type: 'PRIMARY_KEY', columns: ['year', 'no'] },
          {
            type: 'FOREIGN_KEY',
            columns: ['buyer'],
            referred: { schema: 'dbo', table: 'people', columns: ['id'] },
          },
        ],
      },
      { name: 'v', kind: 'View', definition: 'CREATE VIEW v AS SELECT 1 AS a', constraints: [] },
    ]);
  });

  it('is of all databases where none is named', async () => {
    expect(await mssqlDatabases(sessionOf([['shop']]).session, CONFIG)).toEqual([{ ...CONFIG, database: 'shop' }]);
  });
});
