import { exitOnBadSettings } from '@app/config';
import { startStack } from './start-stack';

// `npm start`: the embedded stack in the foreground.
void startStack(exitOnBadSettings()).then((code) => process.exit(code));
