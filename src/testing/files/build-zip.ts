import { crc32, deflateRawSync } from 'node:zlib'

/** What a header of an archive says. */
interface HeaderFields {
  flags: number
  method: number
  crc: number
  packedBytes: number
  bytes: number
  name: string
  /** Of the data in the archive; only the list of entries says it. */
  offset: number
}

/** A part of an archive, which may be described wrongly. */
export interface ZipPart {
  readonly name: string
  readonly content: string | Buffer
  readonly isStored?: boolean
  /** The packed bytes, where they are not those of the content. */
  readonly packed?: Buffer
  /** What the header before the data says, where that is wrong. */
  readonly local?: Partial<HeaderFields>
  /** What the list says, where that is wrong. */
  readonly central?: Partial<HeaderFields>
  /** A descriptor behind the data, as programs write it that pack while they send. */
  readonly descriptor?: 'signed' | 'bare' | 'wide' | 'lying'
  /** Sizes stand in the ZIP64 field. */
  readonly isZip64?: boolean
  readonly isUnlisted?: boolean
  /** Bytes behind the part that belong to nothing. */
  readonly gap?: number
}

interface ZipEnd {
  readonly comment?: string
  readonly before?: Buffer
  readonly behind?: Buffer
  /** The place and number of the entries stand in the ZIP64 record. */
  readonly isZip64?: boolean
  readonly count?: number
}

const moved = 0xffffffff
const zip64Field = (...values: readonly number[]): Buffer => {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(values.length * 8, 2)
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8)
  return field
}

const shared = (fields: HeaderFields, extraBytes: number, isZip64: boolean): Buffer => {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(isZip64 ? 45 : 20, 0)
  bytes.writeUInt16LE(fields.flags, 2)
  bytes.writeUInt16LE(fields.method, 4)
  bytes.writeUInt16LE(0x21, 8)
  bytes.writeUInt32LE(fields.crc, 10)
  bytes.writeUInt32LE(isZip64 ? moved : fields.packedBytes, 14)
  bytes.writeUInt32LE(isZip64 ? moved : fields.bytes, 18)
  bytes.writeUInt16LE(Buffer.byteLength(fields.name), 22)
  bytes.writeUInt16LE(extraBytes, 24)
  return bytes
}

const signature = (text: string): Buffer => Buffer.from(`PK${text}`, 'latin1')

const descriptorOf = (part: ZipPart, { crc, packedBytes, bytes }: HeaderFields): Buffer => {
  if (!part.descriptor) return Buffer.alloc(0)
  const wide = part.descriptor === 'wide'
  const own = Buffer.alloc(wide ? 20 : 12)
  own.writeUInt32LE(crc, 0)
  const said = part.descriptor === 'lying' ? bytes + 1 : bytes
  if (wide) {
    own.writeBigUInt64LE(BigInt(packedBytes), 4)
    own.writeBigUInt64LE(BigInt(said), 12)
  } else {
    own.writeUInt32LE(packedBytes, 4)
    own.writeUInt32LE(said, 8)
  }
  return part.descriptor === 'bare' ? own : Buffer.concat([signature('\u0007\b'), own])
}

/** Builds a ZIP file from single bytes, so that a test can also write what an attacker would. */
export const buildZip = (parts: readonly ZipPart[], end: ZipEnd = {}): Buffer => {
  const [data, list]: [Buffer[], Buffer[]] = [[end.before ?? Buffer.alloc(0)], []]
  let offset = end.before?.length ?? 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = part.packed ?? (part.isStored ? content : deflateRawSync(content))
    const { isZip64 = false } = part
    const own: HeaderFields = {
      flags: part.descriptor ? 8 : 0,
      method: part.isStored ? 0 : 8,
      crc: crc32(content),
      packedBytes: packed.length,
      bytes: content.length,
      name: part.name,
      offset,
    }
    const sent = part.descriptor ? { ...own, crc: 0, packedBytes: 0, bytes: 0 } : own
    const local = { ...sent, ...part.local }
    const central = { ...own, ...part.central }
    const localExtra = isZip64 ? zip64Field(local.bytes, local.packedBytes) : Buffer.alloc(0)
    const written = Buffer.concat([
      signature('\u0003\u0004'),
      shared(local, localExtra.length, isZip64),
      Buffer.from(local.name),
      localExtra,
      packed,
      descriptorOf(part, own),
      Buffer.alloc(part.gap ?? 0),
    ])
    data.push(written)
    offset += written.length
    if (part.isUnlisted) continue
    const extra = isZip64 ? zip64Field(central.bytes, central.packedBytes) : Buffer.alloc(0)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(central.offset, 10)
    list.push(
      signature('\u0001\u0002\u0014\u0000'),
      shared(central, extra.length, isZip64),
      place,
      Buffer.from(central.name),
      extra,
    )
  }
  const directory = Buffer.concat(list)
  const count = end.count ?? parts.filter(({ isUnlisted }) => !isUnlisted).length
  return Buffer.concat([
    ...data,
    directory,
    endOf({ count, size: directory.length, offset }, end),
    end.behind ?? Buffer.alloc(0),
  ])
}

const endOf = (
  { count, size, offset }: { count: number; size: number; offset: number },
  { comment = '', isZip64 = false }: ZipEnd,
): Buffer => {
  const wide = Buffer.alloc(isZip64 ? 76 : 0)
  if (isZip64) {
    signature('\u0006\u0006').copy(wide)
    wide.writeBigUInt64LE(44n, 4)
    wide.writeUInt16LE(45, 12)
    wide.writeUInt16LE(45, 14)
    for (const [index, value] of [count, count, size, offset].entries())
      wide.writeBigUInt64LE(BigInt(value), 24 + index * 8)
    signature('\u0006\u0007').copy(wide, 56)
    wide.writeBigUInt64LE(BigInt(offset + size), 64)
    wide.writeUInt32LE(1, 72)
  }
  const own = Buffer.alloc(22)
  signature('\u0005\u0006').copy(own)
  own.writeUInt16LE(isZip64 ? 0xffff : count, 8)
  own.writeUInt16LE(isZip64 ? 0xffff : count, 10)
  own.writeUInt32LE(isZip64 ? moved : size, 12)
  own.writeUInt32LE(isZip64 ? moved : offset, 16)
  own.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([wide, own, Buffer.from(comment)])
}
