import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { contractMembers, odcsMembers } from './contract-members.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Where `npm run console:dev` finds an API: that of `npm start` by default. */
const api = process.env.CONSOLE_API ?? 'http://127.0.0.1:8585';

/** The API takes a browser's session from pages of its own origin: Host stays that of the page. */
const proxy = { '/api': { target: api, changeOrigin: false } };

const readJson = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const openapi = readJson('../../docs/openapi.json');
/** Of the version that contracts are exported in. */
const odcs = readJson('../../libs/contracts/src/odcs/schemas/odcs-json-schema-v3.1.0.json');

export default defineConfig({
  root: folder,
  define: {
    __CONTRACT_MEMBERS__: JSON.stringify(contractMembers(openapi)),
    __ODCS_MEMBERS__: JSON.stringify(odcsMembers(odcs)),
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  build: {
    outDir: fileURLToPath(new URL('../../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // The first that know light-dark(), which would be written in another way for older ones.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Browsers that run it have module preload; the polyfill would be an inline script for the CSP.
    modulePreload: { polyfill: false },
    // A data: URL is another origin for the CSP.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // Packages say which modules are for clients alone; here all are.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
});
