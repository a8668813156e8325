import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

/** Fixed date 1980-01-01, so that the same content produces the same file. */
const firstDay = 0x21

/** An uncompressed file of the archive, in chunks. */
export interface ZipFile {
  readonly name: string
  readonly content: Iterable<string>
}

interface Packed {
  readonly parts: readonly Buffer[]
  readonly packedBytes: number
  readonly bytes: number
  readonly crc: number
}

const pack = async (content: Iterable<string>): Promise<Packed> => {
  const deflate = createDeflateRaw()
  const packed = (async () => {
    const parts: Buffer[] = []
    for await (const part of deflate) parts.push(part)
    return parts
  })()
  let [bytes, crc] = [0, 0]
  for (const text of content) {
    const piece = Buffer.from(text)
    bytes += piece.length
    crc = crc32(piece, crc)
    if (!deflate.write(piece)) await once(deflate, 'drain')
  }
  deflate.end()
  const parts = await packed
  return { parts, packedBytes: parts.reduce((sum, { length }) => sum + length, 0), bytes, crc }
}

/** Writes a ZIP file with these files, compressed. */
export const writeZip = async (files: readonly ZipFile[]): Promise<Buffer> => {
  const [data, list]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.name)
    const { parts, packedBytes, bytes, crc } = await pack(file.content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt16LE(firstDay, 8)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(packedBytes, 14)
    common.writeUInt32LE(bytes, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    data.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, ...parts)
    list.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, place, name)
    offset += 30 + name.length + packedBytes
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...data, directory, end])
}
