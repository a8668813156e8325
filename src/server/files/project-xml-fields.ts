import type { ImportField } from '#contract/imports.ts'

/**
 * What MS Project has no field of its own for is kept in its text fields, under the titles of the fields. They belong to the
 * summary task of a project, or to the task of an operation.
 */
export const textFields = [
  ...([
    'projectNumber',
    'projectExternalId',
    'shortName',
    'customerName',
    'phase',
    'status',
    'projectProgress',
  ] as const),
  ...(['customerRelease', 'engineeringRelease', 'productionStart', 'shipDate', 'actualShipDate'] as const),
  ...([
    'operationExternalId',
    'sequence',
    'durationHours',
    'predecessors',
    'progress',
    'operationDescription',
  ] as const),
  ...(['pool', 'onHold', 'materialReady', 'materialNote', 'setupHours', 'hoursPerPiece', 'quantity'] as const),
  ...(['setupFamily', 'alternatives', 'workCenterFixed', 'holdReason'] as const),
] as const satisfies readonly ImportField[]
export type TextField = (typeof textFields)[number]

/** The ids of Text1 to Text30 of a task. */
const firstIds = [731, 734, 737, 740, 743, 746, 747, 748, 749, 750].map((id) => 188_743_000 + id)
const otherIds = Array.from({ length: 20 }, (_, index) => 188_743_997 + index)
const ids = [...firstIds, ...otherIds]

/** 'Text3' and its id, for the field at this place in `textFields`. */
export const textFieldId = (index: number): { readonly id: string; readonly name: string } => ({
  id: String(ids[index] ?? ''),
  name: `Text${index + 1}`,
})

/** The text field behind these, for times that MS Project keeps to the second only: 'actualStart=2026-11-27 18:14:32.559'. */
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
