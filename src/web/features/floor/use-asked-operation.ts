import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { floorDeviceLimits } from '#contract/floor-devices.ts'
import { floorPlaceQuery } from '#web/api/floor/floor.queries.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { useAppStore } from '#web/stores/app-store.ts'
import { chooseWorkCenters, floorPerson, type KeptWork } from '#web/stores/floor.ts'
import type { Floor } from './use-floor.ts'

/** The operation that a scanned code names. */
export interface AskedOperation {
  readonly operationId: string
  /** Forgets it, because its card is open or the reader has seen why there is none. */
  readonly onDone: () => void
}

/** Adds a work center to those of the person; with too many, only the added one stays. */
const addWorkCenter = (categoryId: string) => {
  const chosen = floorPerson.get()?.workCenterIds ?? []
  if (chosen.includes(categoryId)) return
  chooseWorkCenters(chosen.length < floorDeviceLimits.workCenters ? [...chosen, categoryId] : [categoryId])
}

/** 'Saw, Mill 2' */
const namesOf = ({ queue }: KeptWork): string => queue.workCenters.map(({ name }) => name).join(', ')

/** Whether a member uses the page or could use it. A device shows its own work centers only. */
const useIsMember = ({ person, signedOut }: Floor): boolean => {
  const { userId, tenantId } = useAppStore(({ session }) => session)
  const refusal = useRefusal('reportWork')
  return person !== null || (signedOut !== null && userId !== null && tenantId !== null && refusal === null)
}

/**
 * Leads a member to the work center of the scanned operation. Returns why its card cannot be shown, or null; the card itself opens and takes the
 * focus.
 */
export const useAskedOperation = (floor: Floor): string | null => {
  const { asked, work, query, comeAsPerson } = floor
  const isMember = useIsMember(floor)
  const { data: place, isError } = useQuery({
    ...floorPlaceQuery(asked?.operationId ?? ''),
    enabled: asked !== null && isMember,
  })
  const cameTo = useRef<string | null>(null)
  useEffect(() => {
    if (!place || !isMember || asked === null || cameTo.current === place.operationId) return
    cameTo.current = place.operationId
    comeAsPerson()
    addWorkCenter(place.categoryId)
  }, [place, isMember, asked, comeAsPerson])
  if (asked === null) return null
  if (isMember && isError) return 'The scanned operation does not exist, or you do not report at its work center.'
  const isListed = work?.queue.workCenters.some(({ operations }) =>
    operations.some(({ operationId }) => operationId === asked.operationId),
  )
  if (isListed || work === undefined || query.isFetching || (isMember && place === undefined)) return null
  if (query.isError) return 'Without a connection, only the work in this list can be opened. Scan the code again later.'
  return isMember
    ? 'The scanned operation no longer exists, or you do not report at its work center.'
    : `The scanned operation no longer exists, or is at another work center. This tablet reports at ${namesOf(work)}.`
}
