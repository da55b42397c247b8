/** The app's own files, kept for a start without a network. The list is written by the build (scripts/service-worker.ts), which also bounds it. */
import { base } from './worker-scope.ts'

declare const shellFiles: readonly string[]
declare const shellBuild: string

const prefix = 'homeport-shell-'
/** The build before stays: a page that is still open loads its parts from it. */
const buildsKept = 2
/** A network that answers slower than this counts as none for the shell's page. */
const pageWithinMs = 5_000

const shellAddresses = new Set(shellFiles.map((file) => new URL(file, base).href))

export async function keepShell(): Promise<void> {
  const cache = await caches.open(prefix + shellBuild)
  await cache.addAll(shellFiles.map((file) => new URL(file, base).href))
}

export async function dropOldShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  const older = names.filter((name) => name !== prefix + shellBuild)
  await Promise.all(older.slice(0, Math.max(0, older.length - buildsKept + 1)).map((name) => caches.delete(name)))
}

/** undefined: not a file of the app; the browser asks the server. */
export function answerFor(request: Request, url: URL): Promise<Response> | undefined {
  if (request.method !== 'GET' || url.origin !== base.origin) return undefined
  if (request.mode === 'navigate')
    return url.pathname === base.pathname || url.pathname === `${base.pathname}index.html` ? answerPage(request) : undefined
  url.search = ''
  return shellAddresses.has(url.href) || url.pathname.startsWith(`${base.pathname}assets/`) ? answerFile(request) : undefined
}

/** The network first. Without the address's query: what another app handed over stays on this phone. */
async function answerPage(request: Request): Promise<Response> {
  const cached = await caches.match(base.href, { cacheName: prefix + shellBuild })
  if (!cached) return fetch(request)
  try {
    const response = await fetch(base.href, { cache: 'no-cache', signal: AbortSignal.timeout(pageWithinMs) })
    return response.ok ? response : cached
  } catch {
    return cached
  }
}

/** Files under assets/ never change; the others are fetched anew where there is a network. */
async function answerFile(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreSearch: true })
  if (cached && request.url.includes('/assets/')) return cached
  try {
    return await fetch(request)
  } catch (error) {
    if (cached) return cached
    throw error
  }
}
