// For kept-packages.spec.ts: a file that replaces a module.
jest.mock('node:crypto');
