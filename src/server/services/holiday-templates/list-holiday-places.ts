import { holidayPlaces } from './holiday-library.ts'

/** Countries and regions whose public holidays can be applied or copied, by name. */
export const listHolidayPlaces = async (): Promise<{ templateId: string; name: string }[]> =>
  [...(await holidayPlaces()).values()].map(({ templateId, name }) => ({ templateId, name }))
