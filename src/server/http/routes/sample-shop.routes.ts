import * as contract from '#contract/sample-shop.ts'
import { addSampleShop } from '../../services/sample-shop/add-sample-shop.ts'
import { removeSampleShop } from '../../services/sample-shop/remove-sample-shop.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const sampleShopRoutes: readonly ServedRoute[] = [
  serve(contract.postSampleShop, ({ ctx }) => addSampleShop(ctx)),
  serve(contract.deleteSampleShop, ({ ctx }) => removeSampleShop(ctx)),
]
