import { QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'

it('a loader gets its data also when the screen that began to read them goes away meanwhile', async () => {
  const client = createQueryClient()
  let reads = 0
  const query = queryOptions({
    queryKey: ['read'],
    queryFn: ({ signal }) =>
      new Promise<number>((resolve, reject) => {
        const read = ++reads
        signal.addEventListener('abort', () => reject(signal.reason))
        setImmediate(() => resolve(read))
      }),
  })
  const leave = new QueryObserver(client, query).subscribe(() => undefined)
  const loaded = client.ensureQueryData(query)
  leave()
  expect(await loaded).toBe(2)
  client.clear()
})

it('a loader reports a refusal once', async () => {
  const client = createQueryClient()
  let reads = 0
  const refused = client.ensureQueryData({
    queryKey: ['refused'],
    queryFn: () => {
      reads++
      throw new Error('No')
    },
  })
  await expect(refused).rejects.toThrow('No')
  expect(reads).toBe(1)
})
