import { shopAtLearnedPace } from '#domain/learned/at-learned-pace.ts'
import type { LearnedPaces } from '#domain/learned/learned-pace.ts'
import { pacesOfShop } from '#domain/learned/pace-finder.ts'
import type { TenantContext } from '../../context.ts'
import {
  type KeptState,
  type LoadedDifference,
  type LoadedShop,
  loadDifference,
  loadShop,
} from '../scheduling/load-shop.ts'
import { readPaces } from './read-paces.ts'

/** What a shop is loaded for: a forecast, or plans and promise dates. */
export type PacedFor = 'forecast' | 'plan'

/** With which paces the hours of the snapshot were calculated; null = they are the estimates. */
interface Paced {
  readonly paces: LearnedPaces | null
}

const pacesFor = (ctx: TenantContext, { learnedPace }: LoadedShop, use: PacedFor): Promise<LearnedPaces> | null =>
  learnedPace === 'plan' || learnedPace === use ? readPaces(ctx) : null

const withPaces = async <L extends LoadedShop>(ctx: TenantContext, loaded: L, use: PacedFor): Promise<L & Paced> => {
  const paces = await pacesFor(ctx, loaded, use)
  if (!paces) return { ...loaded, paces }
  const { snapshot } = loaded
  return { ...loaded, paces: pacesOfShop(paces, snapshot.categories), snapshot: shopAtLearnedPace(snapshot, paces) }
}

/** `loadShop` with the hours that work takes at its learned pace, where the organization wants that. The only place where paces come in. */
export const loadPacedShop = async (ctx: TenantContext, nowMs: number, use: PacedFor): Promise<LoadedShop & Paced> =>
  withPaces(ctx, await loadShop(ctx, nowMs), use)

/** A kept state with the key of its paces. */
export interface KeptPacedState extends KeptState {
  readonly paceKey: string
}

/** What distinguishes the hours of shops without other changes. */
export const paceKeyOf = ({ paces }: Paced): string => paces?.key ?? ''

/** `loadDifference` in the same way. Other paces change all projects. */
export const loadPacedDifference = async (
  ctx: TenantContext,
  nowMs: number,
  kept: KeptPacedState,
  use: PacedFor,
): Promise<(LoadedDifference & Paced) | null> => {
  const loaded = await loadDifference(ctx, nowMs, kept)
  if (!loaded) return null
  const paced = await withPaces(ctx, loaded, use)
  return paceKeyOf(paced) === kept.paceKey ? paced : null
}
