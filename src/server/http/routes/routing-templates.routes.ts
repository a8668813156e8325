import * as contract from '#contract/routing-templates.ts'
import * as templates from '../../services/routing-templates/routing-templates.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const routingTemplateRoutes: readonly ServedRoute[] = [
  serve(contract.listRoutingTemplates, ({ ctx }) => templates.listRoutingTemplates(ctx)),
  serve(contract.postRoutingTemplate, ({ ctx, body }) => templates.createRoutingTemplate(ctx, body)),
  serve(contract.putRoutingTemplate, ({ ctx, params, body, expectedVersion }) =>
    templates.renameRoutingTemplate(ctx, { templateId: params.id, name: body.name, expectedVersion }),
  ),
  serve(contract.deleteRoutingTemplate, async ({ ctx, params }) => {
    await templates.deleteRoutingTemplate(ctx, { templateId: params.id })
    return undefined
  }),
  serve(contract.addRoutingTemplate, ({ ctx, params, body }) =>
    templates.addRoutingTemplate(ctx, { templateId: params.id, ...body }),
  ),
]
