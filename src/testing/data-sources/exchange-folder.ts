import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../data-folder.ts'

/** A folder in which organizations exchange files with a test's server (`EXCHANGE_FOLDER`). */
export interface ExchangeFolder {
  readonly path: string
  /** Writes a file into the folder of an organization, which is made first. */
  readonly write: (tenantId: string, fileName: string, text: string) => void
  readonly remove: () => void
}

export const exchangeFolder = (): ExchangeFolder => {
  const path = testFolder('exchange-')
  return {
    path,
    write: (tenantId, fileName, text) => {
      mkdirSync(join(path, tenantId), { recursive: true })
      writeFileSync(join(path, tenantId, fileName), text)
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
