import { isOutside } from '../categories/category-kind.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'
import { groupOf } from './group-of.ts'
import type { LearnedPaces, PaceOf, PaceTable } from './learned-pace.ts'

/** Only the plain values. */
export const paceTable = ({ groups, shop }: PaceTable): PaceTable => ({ groups, shop })

/** Finds the pace of an operation: that of its kind of work, of its work center or of the shop. A pace with waiting in it is not used. */
export const paceFinder = ({ groups, shop }: PaceTable): PaceOf => {
  const byCenter = Map.groupBy(
    groups.filter((group) => !group.includesWaiting),
    ({ categoryId }) => categoryId,
  )
  return (operation) =>
    operation.categoryId === null ? null : (groupOf(byCenter.get(operation.categoryId) ?? [], operation)?.pace ?? shop)
}

/** Paces as they hold for the work centers of a shop: the pace of the shop says nothing about suppliers. */
export const pacesOfShop = <P extends Pick<LearnedPaces, 'paceOf'>>(
  paces: P,
  categories: ShopSnapshot['categories'],
): P => {
  const outside = new Set(categories.filter(isOutside).map(({ categoryId }) => categoryId))
  const paceOf: PaceOf = (operation) => {
    const pace = paces.paceOf(operation)
    return pace?.basis === 'shop' && outside.has(operation.categoryId ?? '') ? null : pace
  }
  return { ...paces, paceOf }
}

/** The paces with which the hours of a snapshot were calculated; null = they are the estimates. */
export const pacesIn = ({ paces, categories }: ShopSnapshot): PaceOf | null =>
  paces ? pacesOfShop({ paceOf: paceFinder(paces) }, categories).paceOf : null
