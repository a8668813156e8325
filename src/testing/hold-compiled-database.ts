import { readFileSync } from 'node:fs'

let program: Promise<unknown> | undefined

/**
 * Compiles the program of the embedded database and keeps a reference to it. As long as this process holds it, its
 * databases share the machine code. Otherwise each would compile it again, which takes two seconds of processor time.
 */
export const holdCompiledDatabase = async (): Promise<void> => {
  program ??= WebAssembly.compile(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
  await program
}
