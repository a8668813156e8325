import { registerHooks } from 'node:module'

/**
 * Types of an OpenAPI document, as `npx openapi-typescript` writes them. The generator uses the compiler as a library, which
 * TypeScript 7 no longer is, so it gets the TypeScript 6 that `@ts-morph/common` contains.
 */
export const generateTypes = async (documentJson: string): Promise<string> => {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
  })
  try {
    const { default: generate, astToString } = await import('openapi-typescript')
    return astToString(await generate(documentJson))
  } finally {
    hooks.deregister()
  }
}
