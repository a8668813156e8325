import {
  type MutationKey,
  MutationObserver,
  type MutationOptions,
  type MutationState,
  type QueryClient,
} from '@tanstack/react-query'

declare const types: unique symbol

/** The mutation key of one kind of write. Its type carries the variables of such a write (W) and the records of its answer (R). */
export type WriteKey<R, W> = MutationKey & { readonly [types]?: (write: W) => R }

/** A write in the mutation cache. */
export interface WriteState<R, W> extends MutationState<readonly R[], Error, W> {
  variables: W
}

/** The writes of one kind that are pending or were answered in the last few minutes, in the order in which they began. */
export const writesOf = <R, W>(client: QueryClient, mutationKey: WriteKey<R, W>): WriteState<R, W>[] => {
  // The cache does not know the types; the key does.
  const isBegun = (state: MutationState): state is WriteState<R, W> => state.variables !== undefined
  return client
    .getMutationCache()
    .findAll({ mutationKey })
    .map(({ state }) => state)
    .filter(isBegun)
}

/**
 * The version to send with a write: the one that the reader saw, or a later one that this page wrote itself, because
 * that is no change by another user.
 */
export const versionSeen = <R extends { readonly version: number }, W>(
  client: QueryClient,
  key: WriteKey<R, W>,
  seen: number,
  isIt: (record: R) => boolean,
): number => {
  const written = writesOf(client, key).flatMap(({ data = [] }) => data)
  return Math.max(seen, ...written.filter(isIt).map(({ version }) => version))
}

/** Resolves when earlier writes to the same records have ended. */
export const writesBefore = async <R, W>(
  client: QueryClient,
  key: WriteKey<R, W>,
  write: W,
  concerns: (other: W) => boolean,
): Promise<void> => {
  const begun = writesOf(client, key)
  const before = begun.slice(
    0,
    begun.findIndex(({ variables }) => variables === write),
  )
  const awaited = new Set(before.map(({ variables }) => variables).filter(concerns))
  const isOver = () => !writesOf(client, key).some((one) => one.status === 'pending' && awaited.has(one.variables))
  if (awaited.size === 0 || isOver()) return
  await new Promise<void>((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (!isOver()) return
      stop()
      resolve()
    })
  })
}

/** Whether a write is pending. */
export const isWriting = <R, W>(client: QueryClient, key: WriteKey<R, W>, isIt: (write: W) => boolean): boolean =>
  writesOf(client, key).some(({ status, variables }) => status === 'pending' && isIt(variables))

/** Sends a write. Writes of one kind to the same project are sent one after another, in the order in which they began. */
export const sendWrite = <R, W extends { readonly projectId: string }>(
  client: QueryClient,
  options: MutationOptions<R[], Error, W>,
  write: NoInfer<W>,
): Promise<R[]> => {
  const scope = { id: [...(options.mutationKey ?? []), write.projectId].join(' ') }
  const observer = new MutationObserver(client, { ...options, scope })
  // Without an observer the cache drops the write after a few minutes.
  return observer.mutate(write).finally(() => observer.reset())
}
