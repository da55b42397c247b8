/** Keeps the input that another app shares: text, links or torrent files. It is kept until the app has read it (kit/shell/shared-input.ts), which it does at once. */
import { sharedCache, sharedPath } from '../kit/shell/shared-names.ts'
import { base } from './worker-scope.ts'

const maxFiles = 20
const maxBytes = 20_000_000

export async function keepShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const text = ['url', 'text', 'title'].flatMap((name) => {
    const part = form.get(name)
    return typeof part === 'string' && part !== '' ? [part] : []
  })
  const files = form.getAll('torrent').filter((part) => part instanceof File && part.size <= maxBytes)
  const shared = new FormData()
  shared.set('text', text.join('\n'))
  for (const file of files.slice(0, maxFiles)) shared.append('torrent', file)
  const cache = await caches.open(sharedCache)
  await cache.put(new URL(sharedPath, base), new Response(shared))
  return Response.redirect(new URL('./?shared=1', base).href, 303)
}
