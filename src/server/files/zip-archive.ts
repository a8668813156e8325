import { crc32, createInflateRaw } from 'node:zlib'
import { FileRefused } from './file-refused.ts'

const zipLimits = { uncompressedBytes: 50 * 1024 * 1024, entries: 1_000 } as const

const signatures = {
  local: 0x04034b50,
  entry: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  descriptor: 0x08074b50,
} as const
const endBytes = 22
const locatorBytes = 20
const longestComment = 65_535
/** Placeholder in a 32-bit or 16-bit field whose value is in the ZIP64 field. */
const [moved32, moved16] = [0xffffffff, 0xffff]
const flags = { encrypted: 0x2041, patched: 0x20, descriptor: 0x8, level: 0x6 } as const

const damaged = () => new FileRefused('The file is damaged: it is not a readable XLSX file.')
const contradicts = () =>
  new FileRefused(
    'The parts of this file are not the ones that its own list names, so it is not read. Open it in a spreadsheet program and save it again.',
  )
const longer = () => new FileRefused('The file unpacks to more than it says, so it is not read.')

/** An entry whose header, position and length agree with the central directory. */
export interface ZipEntry {
  readonly name: string
  /** Declared size in bytes after unpacking; `unpack` refuses any other. */
  readonly bytes: number
  readonly crc: number
  readonly isDeflated: boolean
  readonly packed: Buffer
}

/** An entry as described by the central directory or by its local header. */
interface Header {
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly name: string
}
interface Listed extends Header {
  readonly offset: number
}

const number64 = (bytes: Buffer, at: number): number => {
  const value = bytes.readBigUInt64LE(at)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged()
  return Number(value)
}

/** Values of the ZIP64 field: the unpacked size, the packed size, then the offset, each only if it did not fit. */
const widened = (extra: Buffer, narrow: readonly number[]): number[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    return narrow.map((value) => {
      if (value !== moved32) return value
      next += 8
      return number64(extra, next - 8)
    })
  }
  return [...narrow]
}

/** Position of the central directory and its number of entries. */
const findList = (bytes: Buffer): { from: number; to: number; count: number } => {
  let end = bytes.length - endBytes
  const isEnd = () =>
    bytes.readUInt32LE(end) === signatures.end && end + endBytes + bytes.readUInt16LE(end + 20) === bytes.length
  while (!isEnd()) if (--end < bytes.length - endBytes - longestComment) throw damaged()
  const narrow = {
    count: bytes.readUInt16LE(end + 10),
    size: bytes.readUInt32LE(end + 12),
    from: bytes.readUInt32LE(end + 16),
  }
  const locator = end - locatorBytes
  if (locator < 0 || bytes.readUInt32LE(locator) !== signatures.locator64) {
    if (bytes.readUInt16LE(end + 8) !== narrow.count || narrow.from + narrow.size !== end) throw contradicts()
    return { from: narrow.from, to: end, count: narrow.count }
  }
  const wide = number64(bytes, locator + 8)
  if (bytes.readUInt32LE(wide) !== signatures.end64 || wide + 12 + number64(bytes, wide + 4) !== locator)
    throw contradicts()
  const [count, size, from] = [number64(bytes, wide + 32), number64(bytes, wide + 40), number64(bytes, wide + 48)]
  const agrees = (value: number, short: number, moved: number) => short === moved || short === value
  const isOne =
    agrees(count, narrow.count, moved16) && agrees(size, narrow.size, moved32) && agrees(from, narrow.from, moved32)
  if (!isOne || from + size !== wide) throw contradicts()
  return { from, to: wide, count }
}

/** Entry names are compared without regard to case and slash direction. */
const nameKey = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

const readList = (bytes: Buffer): Listed[] => {
  const { from, to, count } = findList(bytes)
  if (count > zipLimits.entries) throw new FileRefused('The file has more than 1,000 parts, so it is not read.')
  const listed: Listed[] = []
  let at = from
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== signatures.entry) throw damaged()
    const [nameBytes, extraBytes] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)]
    const extra = bytes.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes)
    const [unpacked = 0, packedBytes = 0, offset = 0] = widened(extra, [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ])
    listed.push({
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packedBytes,
      bytes: unpacked,
      name: bytes.toString('latin1', at + 46, at + 46 + nameBytes),
      offset,
    })
    at += 46 + nameBytes + extraBytes + bytes.readUInt16LE(at + 32)
  }
  if (at !== to) throw contradicts()
  if (new Set(listed.map(({ name }) => nameKey(name))).size < count) throw contradicts()
  return listed
}

/**
 * True if a local header agrees with the central directory. If a data descriptor follows, the header's sizes may be 0.
 */
const agrees = (local: Header, listed: Listed): boolean => {
  const follows = (listed.flags & flags.descriptor) !== 0
  const same = (said: number, known: number) => said === known || (follows && said === 0)
  return (
    local.name === listed.name &&
    local.method === listed.method &&
    (local.flags | flags.level) === (listed.flags | flags.level) &&
    same(local.crc, listed.crc) &&
    same(local.packedBytes, listed.packedBytes) &&
    same(local.bytes, listed.bytes)
  )
}

/** True if the data descriptor repeats the checksum and sizes, in any of its four forms. */
const isDescriptor = (part: Buffer, { crc, packedBytes, bytes }: Listed): boolean => {
  const isSigned = part.length === 16 || part.length === 24
  if (isSigned && part.readUInt32LE(0) !== signatures.descriptor) return false
  const own = isSigned ? part.subarray(4) : part
  if (own.length !== 12 && own.length !== 20) return false
  const [packed, unpacked] =
    own.length === 12 ? [own.readUInt32LE(4), own.readUInt32LE(8)] : [number64(own, 4), number64(own, 12)]
  return own.readUInt32LE(0) === crc && packed === packedBytes && unpacked === bytes
}

/** Checks that an entry's header agrees with the central directory and that it ends where the next entry begins. */
const checkEntry = (bytes: Buffer, listed: Listed, next: number): ZipEntry => {
  const { offset, method, packedBytes } = listed
  if ((listed.flags & flags.encrypted) !== 0) throw new FileRefused('The file is protected with a password.')
  if ((method !== 0 && method !== 8) || (listed.flags & flags.patched) !== 0) throw damaged()
  if (method === 0 && packedBytes !== listed.bytes) throw contradicts()
  if (bytes.readUInt32LE(offset) !== signatures.local) throw damaged()
  const nameEnd = offset + 30 + bytes.readUInt16LE(offset + 26)
  const start = nameEnd + bytes.readUInt16LE(offset + 28)
  const [unpacked = 0, packed = 0] = widened(bytes.subarray(nameEnd, start), [
    bytes.readUInt32LE(offset + 22),
    bytes.readUInt32LE(offset + 18),
  ])
  const local: Header = {
    flags: bytes.readUInt16LE(offset + 6),
    method: bytes.readUInt16LE(offset + 8),
    crc: bytes.readUInt32LE(offset + 14),
    packedBytes: packed,
    bytes: unpacked,
    name: bytes.toString('latin1', offset + 30, nameEnd),
  }
  const end = start + packedBytes
  if (!agrees(local, listed) || end > next) throw contradicts()
  const follows = (listed.flags & flags.descriptor) !== 0
  if (follows ? !isDescriptor(bytes.subarray(end, next), listed) : end !== next) throw contradicts()
  return {
    name: listed.name,
    bytes: listed.bytes,
    crc: listed.crc,
    isDeflated: method === 8,
    packed: bytes.subarray(start, end),
  }
}

/**
 * Lists the entries of a ZIP file by lower-case name, each with its declared length, without unpacking anything. Throws
 * `FileRefused` if local headers and the central directory contradict each other, if bytes belong to no entry or to
 * two, or if the entries would unpack to more than 50 MB in total.
 */
export const openZip = (bytes: Buffer): ReadonlyMap<string, ZipEntry> => {
  try {
    const listed = readList(bytes).sort((a, b) => a.offset - b.offset)
    if (listed.reduce((sum, entry) => sum + entry.bytes, 0) > zipLimits.uncompressedBytes) {
      throw new FileRefused('The file unpacks to more than 50 MB. Split it into smaller files.')
    }
    if (listed[0]?.offset !== 0) throw contradicts()
    const { from } = findList(bytes)
    const entries = listed.map((entry, index) => checkEntry(bytes, entry, listed[index + 1]?.offset ?? from))
    return new Map(entries.map((entry) => [nameKey(entry.name), entry]))
  } catch (error) {
    // Other errors come from reading past the end.
    throw error instanceof FileRefused ? error : damaged()
  }
}

const chunkBytes = 64 * 1024

async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: chunkBytes })
  inflate.end(packed)
  try {
    for await (const chunk of inflate) yield chunk
  } catch {
    throw damaged()
  } finally {
    inflate.destroy()
  }
  // Bytes after the end of the compressed data belong to no entry.
  if (inflate.bytesWritten !== packed.length) throw contradicts()
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

/**
 * The content of an entry in chunks of at most 64 KB. Fails with `FileRefused` at the first byte beyond the declared
 * size, or if the checksum differs.
 */
export async function* unpack({ packed, isDeflated, bytes, crc }: ZipEntry): AsyncGenerator<Buffer> {
  let [length, sum] = [0, 0]
  for await (const chunk of isDeflated ? inflated(packed) : slices(packed)) {
    length += chunk.length
    if (length > bytes) throw longer()
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (length !== bytes || sum !== crc) throw damaged()
}
