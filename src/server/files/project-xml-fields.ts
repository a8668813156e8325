import { type ImportField, importFields } from '#contract/imports.ts'

/** Numbers for which MS Project has no built-in field. */
const numberFields = [
  'setupHours',
  'hoursPerPiece',
  'quantity',
  'transferBatch',
] as const satisfies readonly ImportField[]

/** Columns for which MS Project has a built-in field. */
const ownFields = [
  'projectName',
  'projectDescription',
  'priority',
  'operationName',
  'workCenter',
  'scheduledStart',
  'scheduledEnd',
  'pinned',
  'actualStart',
  'actualEnd',
  'notes',
] as const satisfies readonly ImportField[]

type TextField = Exclude<ImportField, (typeof ownFields)[number] | (typeof numberFields)[number]>
/**
 * Columns without a built-in field are stored in custom fields, named by their titles: on the summary task of a
 * project, or on the task of an operation. MS Project has 30 custom text fields, one of which is used for exact times.
 */
const others: readonly ImportField[] = [...ownFields, ...numberFields]
const textFields = importFields.filter((field): field is TextField => !others.includes(field))

/** Meaning of a custom field. */
export type CustomField = TextField | (typeof numberFields)[number]

/** Field ids of Text1 to Text30 and Number1 to Number5 of a task. */
const textIds = [
  ...[731, 734, 737, 740, 743, 746, 747, 748, 749, 750].map((id) => 188_743_000 + id),
  ...Array.from({ length: 20 }, (_, index) => 188_743_997 + index),
]
const numberIds = Array.from({ length: 5 }, (_, index) => 188_743_767 + index)

interface CustomFieldPlace<Field> {
  readonly field: Field
  readonly id: string
  readonly name: string
}
const placed = <Field>(fields: readonly Field[], kind: 'Text' | 'Number', ids: readonly number[]) =>
  fields.map(
    (field, index): CustomFieldPlace<Field> => ({
      field,
      id: String(ids[index] ?? ''),
      name: `${kind}${index + 1}`,
    }),
  )

/** Each custom field with its id and name in MS Project, such as 'Text3'. */
export const customFields: readonly CustomFieldPlace<CustomField | 'exactTimes'>[] = [
  ...placed([...textFields, 'exactTimes' as const], 'Text', textIds),
  ...placed(numberFields, 'Number', numberIds),
]

/**
 * Title of the custom field for exact times, which MS Project would round to the second: 'actualStart=2026-11-27
 * 18:14:32.559'.
 */
export const exactTimesAlias = 'Exact times'

/** Link types. */
export const linkTypes = ['FF', 'FS', 'SF', 'SS'] as const
/** Lag formats: working hours and elapsed hours. */
export const lagFormats = { hours: 5, elapsedHours: 6 } as const
/** Lag formats in elapsed time, and lag formats in percent of the predecessor. */
export const elapsedFormats: ReadonlySet<number> = new Set([4, 6, 8, 10, 12, 36, 38, 40, 42, 44])
export const percentFormats: ReadonlySet<number> = new Set([19, 20, 51, 52])

/** The constraint "must start on". */
export const mustStartOn = '2'
