import { z } from 'zod/mini'
import { RequiredLine } from './fields.ts'

const importFormats = ['csv', 'xlsx', 'projectXml'] as const
export const ImportFormat = z.enum(importFormats)
export type ImportFormat = z.infer<typeof ImportFormat>

/** How the bytes of a text file become letters. */
export const textEncodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'cp850', 'cp437', 'iso-8859-15'] as const),
  ...(['windows-1250', 'iso-8859-2', 'windows-1251', 'koi8-r', 'ibm866', 'x-mac-cyrillic', 'windows-1253'] as const),
  ...(['windows-1254', 'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'windows-874'] as const),
  ...(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'] as const),
] as const
export const TextEncoding = z.enum(textEncodings)
export type TextEncoding = z.infer<typeof TextEncoding>

/** The first rows of a source that are shown, so that the reader can say which of them heads the columns. */
export const mostFirstRows = 30

const HeaderRow = z.nullable(z.int().check(z.minimum(0), z.maximum(mostFirstRows - 1)))

/** How a source is read. What is absent is decided by what the source looks like. */
export const ReadingChoice = z.object({
  /** Of a text file or an XML file. */
  encoding: z.optional(TextEncoding),
  /** Place in `sheets` of the sheet that holds the table. */
  sheet: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
  /** Place in `firstRows` of the row that heads the columns, or of the first of two; null = none does. */
  headerRow: z.optional(HeaderRow),
  /** A header of two rows: groups of columns over their names, or names over their units. */
  headerRows: z.optional(z.literal([1, 2])),
})
export type ReadingChoice = z.infer<typeof ReadingChoice>

export const Sheet = z.object({ name: z.string(), isHidden: z.boolean() })
export type Sheet = z.infer<typeof Sheet>

/** How a source was read, with what can be chosen instead: see `ReadingChoice`. */
export const Reading = z.object({
  /** null = it is no text, or a pasted one. */
  encoding: z.nullable(TextEncoding),
  /** All sheets of a workbook, hidden ones too. */
  sheets: z.array(Sheet),
  sheet: z.nullable(z.int()),
  /** The first rows of the source without the empty ones above, with long cells cut. */
  firstRows: z.array(z.array(z.string())),
  /** The number of the first of them in the source, from 1. */
  firstRowNumber: z.int(),
  headerRow: HeaderRow,
  headerRows: z.literal([1, 2]),
})
export type Reading = z.infer<typeof Reading>

/** Of the file itself, and of a request: base64 makes a file a third larger. */
export const sourceLimits = { fileBytes: 5 * 1024 * 1024, bodyBytes: 7 * 1024 * 1024 } as const

/** A file as base64, or pasted text. */
export const sourceShapes = {
  file: { fileName: RequiredLine('File name', 255), base64: z.base64().check(z.maxLength(sourceLimits.bodyBytes)) },
  text: { text: z.string().check(z.maxLength(sourceLimits.fileBytes, 'At most 5 MB')) },
} as const
