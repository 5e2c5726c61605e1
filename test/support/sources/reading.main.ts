import { engineOf, type Engine } from '@app/sources';
import { contextWith } from './source-context.fixture';

/** A process that reads a folder of files, begins a statement without an end, and says so. */
process.on('message', ({ folder, temp, sql }: { folder: string; temp: string; sql: string }) => {
  // It has none of the test's environment.
  process.env.TMPDIR = temp;
  const engine = engineOf('Datalake') as Engine;
  const read = engine.readConfig({ configSource: { type: 'Local', path: folder } });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  void engine.connect(read.config, contextWith({ statementSeconds: 600 }, [folder])).then((session) => {
    void session.query(sql);
    process.send!('reading');
  });
});
