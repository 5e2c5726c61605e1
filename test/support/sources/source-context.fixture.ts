import { type SessionContext, type SessionLimits, SourceNetworks } from '@app/sources';

const LIMITS: SessionLimits = { connectSeconds: 10, statementSeconds: 30, rows: 100_000, bytes: 16 * 1024 * 1024 };
const networks = new SourceNetworks();

/** A reading of a test. @param roots folders below which files may be read */
export function contextWith(limits: Partial<SessionLimits> = {}, roots: readonly string[] = []): SessionContext {
  return {
    limits: { ...LIMITS, ...limits },
    networks,
    program: 'metadata-catalog data test',
    files: { roots, refused: [] },
    memoryMb: 256,
    tempBytes: 64 * 1024 * 1024,
    threads: 1,
  };
}
