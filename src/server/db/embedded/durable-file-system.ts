import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncPath } from './data-directory.ts'

interface NodeStream {
  readonly nfd?: number | null
  readonly node: unknown
}

interface NodeFsModule {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: NodeStream) => number }
    readonly realPath: (node: unknown) => string
  }
}

type InitArguments = Parameters<NodeFS['init']>

const ioErrorNumber = 29

/** PGlite's file system with the one missing feature: an fsync that reaches the disk. */
export class DurableFileSystem extends NodeFS {
  /** Number of fsync calls that the database made and that succeeded. */
  fsyncCount = 0

  override async init(pg: InitArguments[0], options: InitArguments[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const patch = (module: unknown) => {
      const { NODEFS } = module as NodeFsModule
      NODEFS.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd != null) fsyncSync(stream.nfd)
          else fsyncPath(NODEFS.realPath(stream.node))
          this.fsyncCount += 1
          return 0
        } catch {
          return ioErrorNumber
        }
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), patch] } }
  }

  /** PGlite's start parameters, with fsync on (-F turns it off) and through the call patched above. */
  static readonly startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    '-c',
    'wal_sync_method=fsync',
  ]
}

/** Throws unless one real commit calls `fsync`, so that a new PGlite that bypasses the patch is noticed. */
export const assertCommitsReachDisk = async (pg: PGlite, files: DurableFileSystem): Promise<void> => {
  const before = files.fsyncCount
  await pg.query(`select pg_logical_emit_message(true, 'fsync-check', '')`)
  if (files.fsyncCount > before) return
  throw new Error('Commits of the embedded database do not reach the disk: refusing to start without fsync.')
}
