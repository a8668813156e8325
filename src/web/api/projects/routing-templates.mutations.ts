import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  addRoutingTemplate,
  deleteRoutingTemplate,
  postRoutingTemplate,
  putRoutingTemplate,
} from '#contract/routing-templates.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { invalidateProjects } from './projects.mutations.ts'

const invalidateTemplates = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: tenantKey('routingTemplates') })

export const saveRoutingTemplateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: { name: string; projectId: string }) => call(postRoutingTemplate, { body }),
    onSuccess: () => invalidateTemplates(client),
    meta: { handled: true },
  })

export const renameRoutingTemplateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ templateId, name, version }: { templateId: string; name: string; version: number }) =>
      call(putRoutingTemplate, { params: { id: templateId }, body: { name } }, { ifMatch: version }),
    onSuccess: () => invalidateTemplates(client),
    meta: { handled: true },
  })

export const deleteRoutingTemplateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (templateId: string) => call(deleteRoutingTemplate, { params: { id: templateId } }),
    onSuccess: () => invalidateTemplates(client),
  })

export const addRoutingTemplateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      templateId,
      ...body
    }: {
      templateId: string
      projectId: string
      quantity?: number
      idempotencyKey?: string
    }) => {
      const { idempotencyKey, ...rest } = body
      return call(addRoutingTemplate, { params: { id: templateId }, body: rest }, { idempotencyKey })
    },
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })
