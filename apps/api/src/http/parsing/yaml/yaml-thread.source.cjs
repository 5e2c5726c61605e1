// The YAML thread straight from its TypeScript source, where there is no build.
require('../../../../../../libs/common/src/thread/typescript-source.cjs');
require('./yaml-thread.ts');
