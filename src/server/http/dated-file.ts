import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../context.ts'

/** The header that names a download after today in the reader's zone: 'projects-2026-11-27.csv'. */
export const datedFile = ({ app, timeZone }: TenantContext, name: string, extension: string): string =>
  `attachment; filename="${name}-${localDate(app.now().getTime(), timeZone)}.${extension}"`
