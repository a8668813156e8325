import type { TextEncoding } from '#contract/import-sources.ts'
import { encodingTitles } from '#domain/import/text-encodings.ts'
import { FileRefused } from './file-refused.ts'
import { guessEncoding } from './guess-encoding.ts'
import { type Decoder, decoderOf } from './text-decoders.ts'

/** A decoded text, its encoding, and whether the file itself names that encoding. */
export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
  readonly isSure: boolean
}

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

/** The encoding of the byte order mark; null if there is none. */
const markedEncoding = (bytes: Uint8Array): TextEncoding | null => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null
}

/**
 * Detects UTF-16 without a byte order mark: in Western texts every second byte is 0, in others at least the bytes of
 * spaces and line endings.
 */
const silentUtf16 = (bytes: Uint8Array): TextEncoding | null => {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 4_000).entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (bytes.length % 2 === 1 || even + odd === 0 || Math.min(even, odd) * 20 > Math.max(even, odd)) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * Decodes a table: in the chosen encoding, else by its byte order mark, else as UTF-8 if it is valid, else by guessing
 * from its words.
 */
export const decodeText = (bytes: Uint8Array, chosen?: TextEncoding): DecodedText => {
  const known = chosen ?? markedEncoding(bytes) ?? silentUtf16(bytes)
  if (known) {
    const text = decoderOf(known, { fatal: false }).decode(bytes)
    if (text.includes('\u0000')) throw notText()
    return { text, encoding: known, isSure: true }
  }
  if (bytes.includes(0)) throw notText()
  try {
    return { text: decoderOf('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8', isSure: true }
  } catch {
    const encoding = guessEncoding(bytes)
    return { text: decoderOf(encoding, { fatal: false }).decode(bytes), encoding, isSure: false }
  }
}

const notText = () => new FileRefused('This is not a text file, and no XLSX or MS Project XML file.')

/** The encoding of an XML text: from its byte order mark, else as declared, else UTF-8. */
const encodingOfXml = (first: Uint8Array): string => {
  const marked = markedEncoding(first)
  if (marked) return marked
  if (startsWith(first, 0x3c, 0x00)) return 'utf-16le'
  if (startsWith(first, 0x00, 0x3c)) return 'utf-16be'
  const start = Buffer.from(first.subarray(0, 300)).toString('latin1')
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'<>]{1,40})["']/i.exec(start)?.[1] ?? 'utf-8'
  // An 8-bit text that declares UTF-16 was converted by a program that did not update its first line.
  return /^(?:utf-?16|ucs-?2|iso-10646-ucs-2)/i.test(declared) ? 'utf-8' : declared
}

const dosPages: Readonly<Record<string, TextEncoding>> = { ibm850: 'cp850', ibm437: 'cp437' }

const xmlDecoder = (encoding: string): Decoder => {
  try {
    return decoderOf(dosPages[encoding.toLowerCase()] ?? encoding.toLowerCase(), { fatal: true })
  } catch {
    throw new FileRefused(`The file says that its encoding is ${encoding}, which is not known. Save it in UTF-8.`)
  }
}

/** Decodes an XML text piece by piece in its declared encoding, or in the chosen one. */
export async function* decodeXml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  chosen?: TextEncoding,
): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let encoding = 'utf-8'
  const decode = (...given: Parameters<Decoder['decode']>): string => {
    try {
      return decoder?.decode(...given) ?? ''
    } catch {
      throw new FileRefused(
        `The file says that its encoding is ${encoding}, but some of its bytes are not. Save it in UTF-8.`,
      )
    }
  }
  for await (const chunk of chunks) {
    if (!decoder) {
      encoding = chosen ?? encodingOfXml(chunk)
      decoder = xmlDecoder(encoding)
    }
    yield decode(chunk, { stream: true })
  }
  yield decode()
}

/** Notes for the user about how a text was decoded. */
export const encodingNotes = ({ encoding, isSure }: Omit<DecodedText, 'text'>): string[] =>
  isSure
    ? []
    : [
        `The file does not say how its letters are encoded, so it is read as ${encodingTitles[encoding]}. Choose another encoding if they look wrong.`,
      ]
