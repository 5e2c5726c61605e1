import { exitOnBadSettings } from '@app/config';
import { answerHelp } from './command-line';
import { startStack } from './start-stack';

answerHelp(`Usage: npm start

Runs the embedded database, the API and a worker in the foreground, until Ctrl-C ends all of it. It takes no options: settings come from
the environment, or from .env; .env.example lists them.
`);

// `npm start`: the embedded stack in the foreground.
void startStack(exitOnBadSettings()).then((code) => process.exit(code));
