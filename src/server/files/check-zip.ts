import { inflateRawSync } from 'node:zlib'
import { FileRefused } from './file-refused.ts'

export const zipLimits = { uncompressedBytes: 50 * 1024 * 1024, entries: 1_000 } as const

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const longestComment = 65_535

const damaged = () => new FileRefused('The file is damaged: it is not a readable XLSX file.')
const tooLarge = () => new FileRefused('The file unpacks to more than 50 MB. Split it into smaller files.')

/** Offset of the record at the end that says where the list of entries is. */
const findEnd = (bytes: Buffer): number => {
  const first = Math.max(0, bytes.length - endBytes - longestComment)
  for (let at = bytes.length - endBytes; at >= first; at -= 1) if (bytes.readUInt32LE(at) === endSignature) return at
  throw damaged()
}

interface Entry {
  readonly method: number
  readonly packedBytes: number
  readonly bytes: number
  readonly localOffset: number
}

const readEntries = (bytes: Buffer): Entry[] => {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > zipLimits.entries) throw new FileRefused('The file has more than 1,000 parts, so it is not read.')
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== entrySignature) throw damaged()
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    if (isEncrypted) throw new FileRefused('The file is protected with a password.')
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      bytes: bytes.readUInt32LE(at + 24),
      localOffset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** Unpacks one entry to find out whether it is as long as it says; it is never unpacked any further. */
const checkEntry = (bytes: Buffer, { method, packedBytes, bytes: said, localOffset }: Entry): void => {
  if (bytes.readUInt32LE(localOffset) !== localSignature) throw damaged()
  const start = localOffset + 30 + bytes.readUInt16LE(localOffset + 26) + bytes.readUInt16LE(localOffset + 28)
  const packed = bytes.subarray(start, start + packedBytes)
  if (method === 0) {
    if (packedBytes !== said) throw damaged()
    return
  }
  if (method !== 8) throw damaged()
  const length = said === 0 ? 0 : inflateRawSync(packed, { maxOutputLength: said }).length
  if (length !== said) throw damaged()
}

/** Refuses a ZIP file that would unpack to too much, or to more than it says, before anything else reads it. */
export const checkZip = (bytes: Buffer): void => {
  try {
    const entries = readEntries(bytes)
    const total = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    if (total > zipLimits.uncompressedBytes) throw tooLarge()
    for (const entry of entries) checkEntry(bytes, entry)
  } catch (error) {
    if (error instanceof FileRefused) throw error
    const isLonger = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    if (isLonger) throw new FileRefused('The file unpacks to more than it says, so it is not read.')
    // Reading beyond the end, or an entry that cannot be unpacked.
    throw damaged()
  }
}
