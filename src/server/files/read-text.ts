import { FileRefused } from './file-refused.ts'

/** The text of a file: UTF-8, UTF-16 with a byte order mark, or else as Windows writes it in the west. */
export const decodeText = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new FileRefused('This is not a text file, and no XLSX or MS Project XML file.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
