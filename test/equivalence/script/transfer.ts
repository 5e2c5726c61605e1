import { Steps, type Chapter } from './step';

const CSV = { 'content-type': 'text/csv' };
const TABLES = 'name,displayName,description,owners,tags,retentionPeriod,columns\r\n';

/** Files of tables, terms, teams, users and test cases: out, in again, changed, refused. */
export function transferChapter(): Chapter {
  const steps = new Steps();
  const round = (what: string, path: string, query = ''): void => {
    const more = query ? `?${query}` : '';
    const and = query ? `&${query}` : '';
    for (const as of ['admin', 'viewer', 'consumer'] as const)
      steps.add(`${what} out, ${as}`, `GET ${path}/export${more}`, { as, save: `file_${as}` });
    steps.add(`${what} in as a trial`, `PUT ${path}/import?dryRun=true${and}`, {
      body: '{{file_admin.@text}}',
      headers: CSV,
    });
    steps.add(`${what} in`, `PUT ${path}/import?dryRun=false${and}`, { body: '{{file_admin.@text}}', headers: CSV });
    steps.add(`${what} in, consumer`, `PUT ${path}/import?dryRun=false${and}`, {
      as: 'consumer',
      body: '{{file_admin.@text}}',
      headers: CSV,
    });
    steps.add(`${what} in without a header`, `PUT ${path}/import${more}`, { body: 'a,b\r\n1,2\r\n', headers: CSV });
    steps.add(`${what} in as text`, `PUT ${path}/import${more}`, {
      body: 'x',
      headers: { 'content-type': 'image/png' },
    });
  };
  round('tables', '/tables');
  round('a schema', '/databaseSchemas/name/{{plain_databaseSchema.fullyQualifiedName}}');
  round('a database', '/databases/name/{{plain_database.fullyQualifiedName}}');
  round('a service', '/services/databaseServices/name/{{plain_databaseService.fullyQualifiedName}}');
  round('a table', '/tables/name/{{plain_table.fullyQualifiedName}}');
  round('terms', '/glossaries/name/{{plain_glossary.fullyQualifiedName}}');
  round('teams', '/teams/name/{{plain_team.fullyQualifiedName}}');
  round('test cases', '/dataQuality/testCases/name/{{plain_table.fullyQualifiedName}}');
  round('users', '/users', 'team={{plain_team.fullyQualifiedName}}');
  steps.add(
    'a new table',
    'PUT /databaseSchemas/name/{{plain_databaseSchema.fullyQualifiedName}}/import?dryRun=false',
    {
      body: `${TABLES}by_file,By file,"From a file, with ""quotes""",,,,\r\n`,
      headers: CSV,
    },
  );
  steps.add(
    'a broken row',
    'PUT /databaseSchemas/name/{{plain_databaseSchema.fullyQualifiedName}}/import?dryRun=false',
    {
      body: `${TABLES}"open\r\n`,
      headers: CSV,
    },
  );
  return steps.chapter('transfer');
}
