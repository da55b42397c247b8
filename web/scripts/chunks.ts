/**
 * Which modules come together. Left alone, what several pages share comes in seventy crumbs, six at a time over http/1.1: on slow 4G their round trips cost a
 * thread two seconds. The home page fetches nothing that it does not need; a thread fetches the rest of what it stands on in few pieces.
 */
import path from 'node:path'

const src = path.join(import.meta.dirname, '../src')
const at = (...files: string[]) => files.map((file) => path.join(src, file))

/** What the first route needs to be seen; what comes after the first look; what an owner's home needs besides. */
const homeRoots = at('pages/index/index.tsx')
const laterRoots = at('home/banners.tsx', 'home/from-forum.tsx', 'app/failure.tsx')
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
type Reached = Record<'home' | 'later' | 'owner' | 'thread', Set<string>>

/** One file names all icons there are: by it every page would seem to need them all. */
const icons = /[\\/]lucide-react[\\/]/
const iconsTogether = 1_200

let reached: Reached | undefined

/** What one of them takes is not there for those below it: none drags another along. */
export const chunkGroups = [
  { name: 'first', tags: ['$initial' as const], priority: 6 },
  only('home-parts', 5),
  only('later-parts', 4),
  only('shared-parts', 3),
  { name: 'icons', test: icons, priority: 2, entriesAware: true, entriesAwareMergeThreshold: iconsTogether },
  only('parts', 2),
  only('thread-parts', 1),
]

function only(name: string, priority: number) {
  return { debugName: name, priority, name: (id: string, graph: Graph) => (chunkOf(id, graph) === name ? name : null) }
}

function chunkOf(id: string, graph: Graph): string | null {
  reached ??= {
    home: reach(homeRoots, graph),
    later: reach(laterRoots, graph),
    owner: reach(ownerRoots, graph),
    thread: reach(threadRoots, graph),
  }
  const { home, later, owner, thread } = reached
  // A page and the roof over it are fetched by name.
  if (['pages', 'app'].some((floor) => id.startsWith(path.join(src, floor)))) return null
  if (home.has(id)) return 'home-parts'
  if (!thread.has(id)) return null
  if (later.has(id)) return 'later-parts'
  if (owner.has(id)) return 'shared-parts'
  return id.startsWith(path.join(src, 'forum')) ? 'thread-parts' : 'parts'
}

/** All that is loaded with these, without what they fetch later. */
function reach(roots: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || icons.test(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
