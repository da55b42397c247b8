/** Uploads posters to each realm in which the box is bound, once each. */
import { readFile } from 'node:fs/promises'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Movies } from './open.ts'

const atOnce = 20
const againMs = 30_000

export type UploadDeps = {
  movies: Movies
  /** Realms with a bound user and a connection. */
  realms: () => readonly Lang[]
  put: (realm: Lang, id: string, bytes: Buffer) => Promise<void>
  onFault: (fault: unknown) => void
}

export function createUpload({ movies, realms, put, onFault }: UploadDeps) {
  let running: Promise<void> | undefined
  let isAgain = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    if (isStopped) return
    if (running) return void (isAgain = true)
    isAgain = false
    clearTimeout(timer)
    running = run()
      .catch(() => {
        // The cloud is unreachable or refuses for now.
        timer = setTimeout(wake, againMs).unref()
      })
      .finally(() => {
        running = undefined
        if (isAgain) wake()
      })
  }

  async function run(): Promise<void> {
    for (const realm of realms()) {
      for (
        let some = await movies.store.unsent(realm, atOnce);
        some.length > 0;
        some = await movies.store.unsent(realm, atOnce)
      ) {
        for (const poster of some) {
          if (isStopped || !realms().includes(realm)) return
          await send(realm, poster)
        }
      }
    }
  }

  async function send(realm: Lang, poster: string): Promise<void> {
    const path = await movies.posterPath(poster)
    if (path === undefined) await movies.store.lostPicture(poster)
    else await put(realm, poster, await readFile(path))
    await movies.store.sent(realm, poster)
  }

  return {
    wake,
    /** The cloud deletes the posters of a realm without bound users. */
    household: (bound: readonly Lang[]) => void movies.store.forgetSent(bound).then(wake, onFault),
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
