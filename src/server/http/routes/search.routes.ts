import * as contract from '#contract/search.ts'
import { searchRecords } from '../../services/search/search-records.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const searchRoutes: readonly ServedRoute[] = [
  serve(contract.searchRecords, ({ ctx, query }) => searchRecords(ctx, query)),
]
