import { type ImportField, importFields } from '#contract/imports.ts'

/** Numbers that MS Project has no field of its own for. */
const numberFields = [
  'setupHours',
  'hoursPerPiece',
  'quantity',
  'transferBatch',
] as const satisfies readonly ImportField[]

/** What MS Project has a field of its own for. */
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
 * What MS Project has no field of its own for is kept in its custom fields, under the titles of the fields. They belong to the
 * summary task of a project, or to the task of an operation. It has 30 of them for texts, one of which is for exact times.
 */
const others: readonly ImportField[] = [...ownFields, ...numberFields]
const textFields = importFields.filter((field): field is TextField => !others.includes(field))

/** What a custom field holds. */
export type CustomField = TextField | (typeof numberFields)[number]

/** The ids of Text1 to Text30 of a task, and of Number1 to Number5. */
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

/** The title of the field for times that MS Project keeps to the second only: 'actualStart=2026-11-27 18:14:32.559'. */
export const exactTimesAlias = 'Exact times'

/** Kinds of a link. */
export const linkTypes = ['FF', 'FS', 'SF', 'SS'] as const
/** How a lag is shown: in hours, and in hours of the clock. */
export const lagFormats = { hours: 5, elapsedHours: 6 } as const
/** Formats whose lag is time of the clock, and those whose lag is a share of the predecessor. */
export const elapsedFormats: ReadonlySet<number> = new Set([4, 6, 8, 10, 12, 36, 38, 40, 42, 44])
export const percentFormats: ReadonlySet<number> = new Set([19, 20, 51, 52])

/** The constraint "must start on". */
export const mustStartOn = '2'
