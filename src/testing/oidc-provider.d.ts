/** The part of the provider that the tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Interaction {
    readonly uid: string
  }

  interface Context {
    readonly oidc: {
      readonly client: { readonly clientId: string }
      readonly session: { readonly accountId: string }
      readonly result?: { readonly consent?: { readonly grantId?: string } }
    }
  }

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    readonly Grant: new (of: {
      readonly clientId: string
      readonly accountId: string
    }) => Grant
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>
    on(event: 'access_token.saved' | 'authorization_code.saved', heard: (token: { readonly jti: string }) => void): this
    on(event: 'authorization.accepted', heard: (context: { readonly oidc: { readonly params: unknown } }) => void): this
  }
}
