/** Project writes go out in PascalCase with who made them (specification 7.2); the server takes its own word for the latter. */
const pascalCaseCalls = new Set(['POST /projects', 'PUT /projects/:id', 'PATCH /projects/:id'])

/** `projectName` -> `ProjectName`, one level deep. */
export const toPascalCase = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]))

/** The body as the wire wants it. */
export const wireBody = (method: string, path: string, body: unknown, modifiedBy: string | null): unknown =>
  pascalCaseCalls.has(`${method} ${path}`) && body !== null && typeof body === 'object'
    ? { ...toPascalCase(body), ...(modifiedBy && { ModifiedBy: modifiedBy }) }
    : body
