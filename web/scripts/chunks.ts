/**
 * Which modules come together. Left alone, what several pages share comes in seventy crumbs, six at a time over http/1.1: on slow 4G their round trips cost a
 * thread two seconds. The home page fetches nothing that it does not need; a thread fetches the rest of what it stands on in few pieces.
 */
import path from 'node:path'

const src = path.join(import.meta.dirname, '../src')
const at = (...files: string[]) => files.map((file) => path.join(src, file))

/** What the first route fetches after the entry, for a guest; then for an owner. */
const homeRoots = at('pages/index/index.tsx', 'home/banners.tsx', 'home/from-forum.tsx', 'app/failure.tsx')
const ownerRoots = at(
  'app/live.tsx',
  'app/news.tsx',
  'app/playing.tsx',
  'device/home-card.tsx',
  'download/home-figure.tsx',
  'download/latest.tsx',
  'movie/shelves.tsx',
)
const threadRoots = at('pages/forum/postings/thread.tsx', 'pages/forum/postings/postdetails.tsx')

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
type Reached = Record<'home' | 'owner' | 'thread', Set<string>>

let reached: Reached | undefined

/** What one of them takes is not there for those below it: none drags another along. */
export const chunkGroups = [
  { name: 'first', tags: ['$initial' as const], priority: 5 },
  only('home-parts', 4),
  only('shared-parts', 3),
  only('parts', 2),
  only('thread-parts', 1),
]

function only(name: string, priority: number) {
  return { debugName: name, priority, name: (id: string, graph: Graph) => (chunkOf(id, graph) === name ? name : null) }
}

function chunkOf(id: string, graph: Graph): string | null {
  reached ??= { home: reach(homeRoots, graph), owner: reach(ownerRoots, graph), thread: reach(threadRoots, graph) }
  const { home, owner, thread } = reached
  // A page and the roof over it are fetched by name.
  if (['pages', 'app'].some((floor) => id.startsWith(path.join(src, floor)))) return null
  if (home.has(id)) return 'home-parts'
  if (!thread.has(id)) return null
  if (owner.has(id)) return 'shared-parts'
  return id.startsWith(path.join(src, 'forum')) ? 'thread-parts' : 'parts'
}

/** All that is loaded with these, without what they fetch later. */
function reach(roots: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
