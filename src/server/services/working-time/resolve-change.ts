import type { WorkingTimeChange } from '#contract/working-time.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { findTemplate } from '../holiday-templates/template-fields.ts'
import { splitKnown } from '../holidays/split-known.ts'
import type { ResolvedChange } from './apply-change.ts'

/** Writes a template out as the holidays that applying it would add; every other change stays. 404. */
export const resolveChange = (
  ctx: TenantContext,
  change: WorkingTimeChange,
): Promise<ResolvedChange> | ResolvedChange =>
  change.kind !== 'template'
    ? change
    : readTenant(ctx, async (tx) => {
        const template = await findTemplate(ctx, tx, change.templateId)
        if (!template) throw new NotFoundError()
        return { kind: 'holidays', holidays: (await splitKnown(ctx, tx, template.items)).fresh }
      })
