import { setImmediate } from 'node:timers/promises'
import { shopFileTexts } from '#domain/shop-files/shop-file-text.ts'
import { shopFileParts } from '#domain/shop-files/write-shop-file.ts'
import type { TenantContext } from '../../context.ts'
import { loadShop } from '../scheduling/load-shop.ts'

/** About 2,000 operations, which take a few milliseconds. */
const projectsPerPart = 100

/**
 * The shop of the organization with its current plan as a file without any names. All dates move by some weeks if
 * wanted. Sent in parts, so that others are answered meanwhile.
 */
export const exportShop = async (
  ctx: TenantContext,
  { weeks = 0 }: { weeks?: number },
): Promise<AsyncIterable<string>> => {
  const { snapshot } = await loadShop(ctx, ctx.app.now().getTime())
  async function* parts() {
    let part = ''
    let projects = 0
    for (const text of shopFileTexts(shopFileParts(snapshot, { name: 'organization', weeks }))) {
      part += text
      if (++projects % projectsPerPart !== 0) continue
      yield part
      part = ''
      await setImmediate()
    }
    yield part
  }
  return parts()
}
