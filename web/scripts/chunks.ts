/**
 * Rolldown chunk groups. By default the modules that pages share become seventy tiny chunks, six at a time over http/1.1: on slow 4G their round trips cost
 * a thread two seconds. The home page loads nothing that it does not need; a thread loads its other dependencies in few chunks.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'

const src = path.join(import.meta.dirname, '../src')

/** A file that is gone would silently empty its chunk. */
function at(...files: string[]): string[] {
  const paths = files.map((file) => path.join(src, file))
  for (const file of paths) if (!existsSync(file)) throw new Error(`web/scripts/chunks.ts names ${file}, which does not exist.`)
  return paths
}

/** Modules for the first paint of the first route; for what loads after it; for an owner's home page. */
const homeRoots = at('pages/index/index.tsx')
const laterRoots = at('home/banners.tsx', 'home/from-forum.tsx', 'app/failure.tsx')
const ownerRoots = at(
  'app/session-services.tsx',
  'app/unread-badge.tsx',
  'app/now-playing-bar.tsx',
  'device/home-card.tsx',
  'download/home-figure.tsx',
  'download/latest.tsx',
  'movie/shelves.tsx',
)
const threadRoots = at('pages/forum/postings/thread.tsx', 'pages/forum/postings/postdetails.tsx')

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
type Reached = Record<'home' | 'later' | 'owner' | 'thread', Set<string>>

/** One file imports all icons: through it every page would seem to need them all. */
const icons = /[\\/]lucide-react[\\/]/
const iconsTogether = 1_200

let reached: Reached | undefined

/** A module taken by one group is not in the groups below it: no group pulls in another. */
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
  // Pages and `app` are entry points: they are loaded by name.
  if (['pages', 'app'].some((floor) => id.startsWith(path.join(src, floor)))) return null
  if (home.has(id)) return 'home-parts'
  if (!thread.has(id)) return null
  if (later.has(id)) return 'later-parts'
  if (owner.has(id)) return 'shared-parts'
  return id.startsWith(path.join(src, 'forum')) ? 'thread-parts' : 'parts'
}

/** All modules that the roots import statically, without dynamic imports. */
function reach(roots: readonly string[], graph: Graph): Set<string> {
  const results = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (results.has(id) || icons.test(id)) continue
    results.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return results
}
