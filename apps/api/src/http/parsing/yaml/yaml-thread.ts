import { parentPort } from 'node:worker_threads';
import { yamlToJson } from './yaml-body';
import { answerOf } from './yaml-message';

/** The entry of the YAML thread: one text at a time. */
parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(answerOf(() => yamlToJson(bytes))));
