// The rule thread straight from its TypeScript source, where there is no build.
require('../../../../common/src/thread/typescript-source.cjs');
require('./rule-thread.ts');
