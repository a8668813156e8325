import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { deleteSavedView, postSavedView, putSavedView } from '#contract/saved-views.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

const invalidateViews = (client: QueryClient) => client.invalidateQueries({ queryKey: tenantKey('savedViews') })

/** Saves the current view of the screen under a name; the dialog shows errors. */
export const createViewMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.output<NonNullable<typeof postSavedView.body>>) => call(postSavedView, { body }),
    onSuccess: () => invalidateViews(client),
    meta: { handled: true },
  })

export const changeViewMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ viewId, ...body }: { viewId: string } & z.output<NonNullable<typeof putSavedView.body>>) =>
      call(putSavedView, { params: { id: viewId }, body }),
    onSettled: () => invalidateViews(client),
  })

export const deleteViewMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (viewId: string) => call(deleteSavedView, { params: { id: viewId } }),
    onSettled: () => invalidateViews(client),
  })
