// Builds the application into dist/, stores a compressed copy of every text file, and records the hash of the sources.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { siteHash, stampPath } from './site-hash.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
const hash = siteHash(root)
const minimumBytes = 1024

await build({ root, logLevel: 'error' })

const dist = join(root, 'dist')
for (const name of readdirSync(dist, { recursive: true })) {
  const path = join(dist, String(name))
  if (!/\.(js|css|html|svg|json|txt)$/.test(path) || statSync(path).size < minimumBytes) continue
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}
if (hash) writeFileSync(stampPath(root), hash)
