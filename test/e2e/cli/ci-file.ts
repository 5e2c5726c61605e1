import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = join(__dirname, '../../../docs/ci');

interface Step {
  readonly id?: string;
  readonly run?: string;
}

/** What the jobs of the workflow run, in order. Not the installation: the tests have the command already, and no network. */
export function githubSteps(job: string): readonly string[] {
  const { jobs } = read<{ jobs: Readonly<Record<string, { steps: readonly Step[] }>> }>('github-action.yml');
  return (jobs[job]?.steps ?? []).flatMap(({ id, run }) => (run !== undefined && id !== 'install' ? [run] : []));
}

/** What a job of GitLab runs. */
export function gitlabScript(job: string): readonly string[] {
  return read<Readonly<Record<string, { script?: readonly string[] }>>>('gitlab-ci.yml')[job]?.script ?? [];
}

function read<Content>(name: string): Content {
  return parse(readFileSync(join(FOLDER, name), 'utf8')) as Content;
}
