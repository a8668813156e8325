import { setImmediate } from 'node:timers/promises'
import type { ShopSnapshot, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'

/** A snapshot is sent to a thread in parts, so that copying a large one never blocks the server for long. */
export type ShopMessage =
  | { readonly kind: 'shop'; readonly shop: Omit<ShopSnapshot, 'projects'> }
  | { readonly kind: 'projects'; readonly projects: readonly SnapshotProject[] }
  | { readonly kind: 'gone'; readonly projectIds: readonly string[] }

const operationsPerPart = 2_000

/** Sends a snapshot. Other requests can run between its parts. */
export const sendShop = async (
  { projects, ...shop }: ShopSnapshot,
  post: (message: ShopMessage) => void,
): Promise<void> => {
  post({ kind: 'shop', shop })
  let from = 0
  while (from < projects.length) {
    let to = from
    for (let operations = 0; to < projects.length && operations < operationsPerPart; to++) {
      operations += projects[to]?.operations.length ?? 0
    }
    post({ kind: 'projects', projects: projects.slice(from, to) })
    from = to
    await setImmediate()
  }
}

/** Joins the parts in the thread. Later parts replace earlier ones of the same project. */
export class ShopReceiver {
  #shop: Omit<ShopSnapshot, 'projects'> | undefined
  readonly #projects = new Map<string, SnapshotProject>()

  take(message: ShopMessage): void {
    if (message.kind === 'shop') this.#shop = message.shop
    else if (message.kind === 'gone') for (const id of message.projectIds) this.#projects.delete(id)
    else for (const project of message.projects) this.#projects.set(project.projectId, project)
  }

  /** The snapshot received so far. undefined before its first part. */
  snapshot(): ShopSnapshot | undefined {
    return this.#shop && { ...this.#shop, projects: [...this.#projects.values()] }
  }
}
