import { readFileSync } from 'node:fs'

let program: Promise<unknown> | undefined

/**
 * Compiles the program of the embedded database and holds it. While this process holds it, its databases share the machine code.
 * Otherwise each would compile the program again: two seconds of a processor.
 */
export const holdCompiledDatabase = async (): Promise<void> => {
  program ??= WebAssembly.compile(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
  await program
}
