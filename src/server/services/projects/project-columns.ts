import type { ProjectInput } from '#contract/projects.ts'
import { sentDate } from '../history/sent-fields.ts'

/** Title of a project that was given none (specification 9). */
export const unnamedProject = 'Unnamed Project'

/** The fields of a parsed body as columns; undefined = not sent. */
export const projectColumns = ({ progressPercentage, ...input }: ProjectInput) => ({
  ...input,
  projectName: input.projectName === '' ? unnamedProject : input.projectName,
  progressPercent: progressPercentage,
  customerReleaseDate: sentDate(input.customerReleaseDate),
  engineeringReleaseDate: sentDate(input.engineeringReleaseDate),
  productionStartDate: sentDate(input.productionStartDate),
  plannedShipDate: sentDate(input.plannedShipDate),
  actualShipDate: sentDate(input.actualShipDate),
})
