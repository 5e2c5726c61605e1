import type { SettingList } from './setting';
import { addressRange, duration, filePath, listOf, wholeNumber, word } from './value-types';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Settings of the lane `data`: of workers that read sources. */
export const DATA_SETTINGS = {
  dataConcurrency: {
    name: 'DATA_CONCURRENCY',
    meaning: 'Data runs that one worker has at a time: connection tests, crawls, profiles, checks.',
    unit: 'runs',
    fallback: '4',
    example: '8',
    type: wholeNumber(1, 64),
  },
  dataServices: {
    name: 'DATA_SERVICES',
    meaning: 'FQNs of the database services that this worker reads, with commas between; empty: all.',
    fallback: '',
    example: 'shop_postgres,shop_lake',
    type: listOf(word('an FQN of a service', 512)),
  },
  connectionKeyFile: {
    name: 'CONNECTION_KEY_FILE',
    meaning:
      'File with the key that seals connections of services, 32 bytes in base64, for API and workers alike; further lines: keys that open what was sealed before. Unset: derived from the signing key.',
    example: '/run/secrets/connection-key',
    type: filePath,
  },
  dataWaitSeconds: {
    name: 'DATA_WAIT_SECONDS',
    meaning: 'How long an awaited data run waits for a worker that can reach its source.',
    unit: 'seconds',
    fallback: '60',
    example: '30',
    type: wholeNumber(1, 600),
  },
  dataNetworks: {
    name: 'DATA_NETWORKS',
    meaning:
      'Addresses that sources may have; empty: any. Link-local, multicast and unspecified addresses are never called.',
    fallback: '',
    example: '10.20.0.0/16,127.0.0.1',
    type: listOf(addressRange),
  },
  dataFilesRoots: {
    name: 'DATA_FILES_ROOTS',
    meaning: 'Folders of the worker below which services of files may lie; empty: no file is read.',
    fallback: '',
    example: '/data/lake,/data/exports',
    type: listOf(filePath),
  },
  dataDriversDir: {
    name: 'DATA_DRIVERS_DIR',
    meaning:
      'Folder with a node_modules of drivers that the installation has not; unset: they are looked for beside it.',
    example: '/opt/catalog-drivers',
    type: filePath,
  },
  dataRowsLimit: {
    name: 'DATA_ROWS_LIMIT',
    meaning: 'Most rows that a statement may bring from a source.',
    unit: 'rows',
    fallback: '1000000',
    example: '100000',
    type: wholeNumber(1_000, 100_000_000),
  },
  dataResultBytes: {
    name: 'DATA_RESULT_BYTES',
    meaning: 'Most bytes that a statement may bring from a source.',
    unit: 'bytes',
    fallback: String(16 * MIB),
    example: String(64 * MIB),
    type: wholeNumber(64 * KIB, 1024 * MIB),
  },
  dataMemoryMegabytes: {
    name: 'DATA_MEMORY_MB',
    meaning: 'Memory of the engine that reads files, for each reading.',
    unit: 'MB',
    fallback: '512',
    example: '2048',
    type: wholeNumber(64, 1_048_576),
  },
  dataTempBytes: {
    name: 'DATA_TEMP_BYTES',
    meaning: 'Most bytes that the engine that reads files puts into temporary files, for each reading.',
    unit: 'bytes',
    fallback: String(2048 * MIB),
    example: String(512 * MIB),
    type: wholeNumber(0, 1024 * 1024 * MIB),
  },
  dataThreads: {
    name: 'DATA_THREADS',
    meaning: 'Threads of the engine that reads files, for each reading.',
    unit: 'threads',
    fallback: '1',
    example: '4',
    type: wholeNumber(1, 256),
  },
  dataRunRetention: {
    name: 'DATA_RUN_RETENTION',
    meaning: 'Retention of records of data runs; the newest of each kind and target stays.',
    unit: 'ISO 8601 duration',
    fallback: 'P90D',
    example: 'P30D',
    type: duration,
  },
} satisfies SettingList;
